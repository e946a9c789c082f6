/** Refused by Windows, with any extension. */
export function isWindowsDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\..*)?$/i.test(name);
}
