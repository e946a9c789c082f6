/** Precedes the fuses in the binary: https://www.electronjs.org/docs/latest/tutorial/fuses */
const MARK = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
/** In byte order of version 1. */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];
const OFF = 0x30;
const ON = 0x31;

/** Undefined: removed by Electron. Throws without fuses, or if the halves of a universal binary differ. */
export function readFuses(binary) {
  const sets = [];
  for (let at = binary.indexOf(MARK); at >= 0; at = binary.indexOf(MARK, at + 1))
    sets.push(readSet(binary.subarray(at + MARK.length)));
  const [first, ...others] = sets;
  if (first === undefined) throw new Error('There are no fuses in this file: it is not Electron.');
  if (others.some((set) => JSON.stringify(set) !== JSON.stringify(first)))
    throw new Error('The fuses of the two halves differ.');
  return first;
}

function readSet(wire) {
  const [version, length = 0] = wire;
  if (version !== 1) throw new Error(`Fuses of version ${version} are not known.`);
  return Object.fromEntries(
    NAMES.slice(0, length).map((name, index) => {
      const state = wire[2 + index];
      return [name, state === ON ? true : state === OFF ? false : undefined];
    }),
  );
}

export function fuseObjections(fuses, wanted) {
  return NAMES.filter((name) => fuses[name] !== wanted[name]).map(
    (name) => `the fuse ${name} is ${inWords(fuses[name])} and must be ${inWords(wanted[name])}`,
  );
}

function inWords(state) {
  return state === undefined ? 'not there' : state ? 'on' : 'off';
}

/** For a stub binary. */
export function defaultFuseWire() {
  return Buffer.concat([MARK, Buffer.from([1, NAMES.length]), Buffer.from('10110001')]);
}
