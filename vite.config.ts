import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The service that `npm run dev` asks: `SERVICE=http://127.0.0.1:8712 npm run dev`. */
const service = process.env['SERVICE'] ?? 'http://127.0.0.1:8701';

/**
 * The font of `styles/tokens.css`: asked for with the page's script, so that it is there before the first text, and with
 * its licence beside it in every copy of the page.
 */
const font: Plugin = {
  name: 'font',
  apply: 'build',
  buildStart() {
    const licence = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'));
    this.emitFile({ type: 'asset', name: 'inter-licence.txt', source: readFileSync(licence) });
  },
  transformIndexHtml(_html, { bundle = {} }) {
    return Object.keys(bundle)
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: true },
        injectTo: 'head' as const,
      }));
  },
};

/** The page: one entry, views as chunks of their own, nothing inlined, since the page's policy allows no inline code. */
export default defineConfig({
  root: 'src-renderer',
  // Relative, so that the same files work at the service's own / and at app://skills/.
  base: './',
  plugins: [font],
  resolve: {
    alias: {
      // Its build for browsers decodes entities with an element; the worker that parses Markdown has no document.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  // Named after the file and the class in it, so that what one sees in the browser is found at once; the styles' check
  // makes sure that no two modules have one name.
  css: {
    modules: {
      generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`,
    },
  },
  server: {
    host: '127.0.0.1',
    // The service refuses other origins.
    proxy: { '^/(?:health|v1/)': { target: service, changeOrigin: true, headers: { origin: service } } },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      onLog(level, log, handle) {
        // Packages mark modules for servers that draw React; there is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
