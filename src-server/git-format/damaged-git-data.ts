export class DamagedGitData extends Error {
  override readonly name = 'DamagedGitData';

  constructor() {
    super('The received data is damaged. Try again.');
  }
}
