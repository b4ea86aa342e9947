// Takes the pictures of the page in `docs/pictures`: `node e2e/pictures.mjs`, with the program that
// `cargo build --release` has made.

import { fileURLToPath } from 'node:url';
import { piece, startServer, withPage } from './browser.mjs';

const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const server = await startServer();

async function picture(name, options, act) {
  await withPage(server, options, async (page) => {
    await act(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, FOLDER)) });
  });
}

const understand = (page) => page.getByRole('tab', { name: 'Understand' }).click();

async function why(page) {
  await understand(page);
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByText('Khandhawit and Ye 2011').first().waitFor();
}

try {
  const disk = '#complex[014 124 235 245 345]/moves/0';
  await picture('page-values', { hash: disk, settings: { values: 'on', opponent: 'person', theme: 'light' } }, async (page) => {
    await understand(page);
    await page.getByText('winning moves').first().waitFor();
  });
  await picture('page-why', { hash: '#suspension(cycle(5))', settings: { theme: 'dark' } }, why);
  await picture('page-play', { hash: '#wheel(5)/moves/01', settings: { begins: 'program', theme: 'light' } }, (page) =>
    page.locator(piece('5')).locator('.shape').first().hover({ force: true }),
  );
  await picture('page-phone', { hash: '#suspension(cycle(5))', phone: true, settings: { theme: 'light' } }, why);
} finally {
  await server.stop();
}
