/** Exceeds the length of any word that is compared. */
const ROW = 256;

export class EditDistance {
  readonly #rows = new Uint8Array(ROW * 3);

  /** Damerau's optimal string alignment; over `most` if more edits are needed. Up to 255 characters. */
  between(a: string, b: string, most: number): number {
    if (Math.abs(a.length - b.length) > most || b.length >= ROW) return most + 1;
    const rows = this.#rows;
    let before = 0;
    let last = ROW;
    let row = ROW * 2;
    for (let j = 0; j <= b.length; j += 1) rows[last + j] = j;
    for (let i = 1; i <= a.length; i += 1) {
      let least = i;
      rows[row] = i;
      for (let j = 1; j <= b.length; j += 1) {
        const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
        let edits = (rows[last + j - 1] as number) + cost;
        edits = Math.min(edits, (rows[last + j] as number) + 1, (rows[row + j - 1] as number) + 1);
        if (
          i > 1 &&
          j > 1 &&
          a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
          a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
        ) {
          edits = Math.min(edits, (rows[before + j - 2] as number) + 1);
        }
        rows[row + j] = edits;
        if (edits < least) least = edits;
      }
      if (least > most) return most + 1;
      const oldest = before;
      before = last;
      last = row;
      row = oldest;
    }
    return rows[last + b.length] as number;
  }
}
