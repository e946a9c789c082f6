/** Sentence for the user. `code`: of Node, or `TIMEOUT`. */
export function describeAccess(
  picked: string,
  code: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (code === 'ENOENT') return `There is no folder ${picked}.`;
  if (code === 'ENOTDIR') return `${picked} is a file, not a folder.`;
  // macOS privacy protection denies access until the user allows it.
  if (code === 'EPERM' && platform === 'darwin')
    return `macOS does not let this program read ${picked}: allow it in System Settings, Privacy & Security, Files and Folders.`;
  if (code === 'EACCES' || code === 'EPERM') return `${picked} may not be read: permission denied.`;
  if (code === 'TIMEOUT') return `The disk does not answer for ${picked}.`;
  return `${picked} could not be read: ${code}.`;
}
