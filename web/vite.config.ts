import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built page is committed: `chomplex serve` embeds it, and a plain `cargo build` needs no Node.
// While working on the page, `npm run dev` hands /api to a `chomplex serve` that runs beside it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../crates/chomplex-cli/page/dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7171' } },
});
