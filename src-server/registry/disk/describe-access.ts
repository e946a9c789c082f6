/** Why a folder that was picked can't be read, in one sentence for who picked it. `code` is of Node's errors. */
export function describeAccess(
  picked: string,
  code: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (code === 'ENOENT') return `There is no folder ${picked}.`;
  if (code === 'ENOTDIR') return `${picked} is a file, not a folder.`;
  // Not the folder's owner refuses there, but the system, until its user allows it.
  if (code === 'EPERM' && platform === 'darwin')
    return `macOS does not let this program read ${picked}: allow it in System Settings, Privacy & Security, Files and Folders.`;
  if (code === 'EACCES' || code === 'EPERM') return `${picked} may not be read: permission denied.`;
  if (code === 'TIMEOUT') return `The disk does not answer for ${picked}.`;
  return `${picked} could not be read: ${code}.`;
}
