/** Not allowed now; message for the user. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}
