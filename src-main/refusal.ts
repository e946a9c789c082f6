/** Not allowed now; the message is for the user. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}
