/**
 * Renders the committed icons from assets/icons/icon.svg and assets/tray/*.svg. Needs `rsvg-convert`
 * (librsvg) and `convert` (ImageMagick).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOOLS = [
  ['rsvg-convert', 'librsvg2-bin (Debian, Ubuntu) or librsvg (Homebrew)'],
  ['convert', 'imagemagick'],
];
const missing = TOOLS.filter(([tool]) => spawnSync(tool, ['--version']).error !== undefined);
if (missing.length > 0) {
  for (const [tool, from] of missing) console.error(`${tool} is missing. It comes with the package ${from}.`);
  process.exit(1);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const icons = join(root, 'assets', 'icons');
const tray = join(root, 'assets', 'tray');
const scratch = mkdtempSync(join(tmpdir(), 'icons-'));

/** Draws an SVG, and returns the path of the PNG. */
function render(svg, size, out) {
  execFileSync('rsvg-convert', ['-w', String(size), '-h', String(size), '-o', out, svg]);
  return out;
}

function tinted(name, color) {
  const file = join(scratch, `${name}-${color.slice(1)}.svg`);
  writeFileSync(file, readFileSync(join(tray, `${name}.svg`), 'utf8').replaceAll('currentColor', color));
  return file;
}

/** Returns a white picture with a dark outline, for panels of any colour. */
function outlined(name) {
  const filter = `<filter id="outline" filterUnits="userSpaceOnUse" x="0" y="0" width="16" height="16">
    <feMorphology in="SourceAlpha" operator="dilate" radius="1" result="wide"/>
    <feFlood flood-color="#1b2328"/><feComposite in2="wide" operator="in" result="edge"/>
    <feMerge><feMergeNode in="edge"/><feMergeNode in="SourceGraphic"/></feMerge></filter>`;
  const svg = readFileSync(tinted(name, '#ffffff'), 'utf8');
  const file = join(scratch, `${name}-outlined.svg`);
  writeFileSync(
    file,
    svg.replace(/(<svg[^>]*>)([\s\S]*)(<\/svg>)/, `$1${filter}<g filter="url(#outline)">$2</g>$3`),
  );
  return file;
}

function ico(svg, sizes, out) {
  const parts = sizes.map((size) => render(svg, size, join(scratch, `${size}.png`)));
  execFileSync('convert', [...parts, out]);
}

/** Writes Apple's format: magic, length, then PNGs with types of four letters. */
function icns(svg, out) {
  const types = {
    icp4: 16,
    ic11: 32,
    icp5: 32,
    ic12: 64,
    ic07: 128,
    ic13: 256,
    ic08: 256,
    ic14: 512,
    ic09: 512,
    ic10: 1024,
  };
  const entries = Object.entries(types).map(([type, size]) => {
    const png = readFileSync(render(svg, size, join(scratch, `${type}.png`)));
    return Buffer.concat([header(type, png.length + 8), png]);
  });
  const body = Buffer.concat(entries);
  writeFileSync(out, Buffer.concat([header('icns', body.length + 8), body]));
}

function header(type, length) {
  const bytes = Buffer.alloc(8);
  bytes.write(type, 'latin1');
  bytes.writeUInt32BE(length, 4);
  return bytes;
}

const app = join(icons, 'icon.svg');
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) render(app, size, join(icons, `${size}x${size}.png`));
ico(app, [16, 20, 24, 32, 40, 48, 64, 256], join(icons, 'icon.ico'));
icns(app, join(icons, 'icon.icns'));

for (const name of ['serving', 'waiting', 'problem']) {
  // macOS colors images named `*Template` itself.
  render(tinted(name, '#000000'), 16, join(tray, `${name}Template.png`));
  render(tinted(name, '#000000'), 32, join(tray, `${name}Template@2x.png`));
  for (const [panel, color] of [
    ['light', '#1b2328'],
    ['dark', '#ffffff'],
  ]) {
    const svg = tinted(name, color);
    render(svg, 24, join(tray, `${name}-${panel}.png`));
    render(svg, 48, join(tray, `${name}-${panel}@2x.png`));
  }
  ico(outlined(name), [16, 20, 24, 32], join(tray, `${name}.ico`));
}
rmSync(scratch, { recursive: true, force: true });
