// A server and a browser for the tests. The server is the one at CHOMPLEX_SERVER, or
// `chomplex serve` started here: the binary CHOMPLEX, or the one that `cargo build --release` has
// made. The browser is Debian's chromium, or the one at CHROMIUM.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Milliseconds. A busy machine may take a while for anything; nothing takes longer unless it hangs.
const PATIENCE = 120_000;

export async function startServer() {
  const given = process.env.CHOMPLEX_SERVER;
  if (given) return { address: given, stop: async () => {} };
  const binary = process.env.CHOMPLEX ?? fileURLToPath(new URL('../../target/release/chomplex', import.meta.url));
  const server = spawn(binary, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, failed) => {
    let said = '';
    setTimeout(() => failed(new Error(`chomplex serve does not say where it is: ${said}`)), PATIENCE).unref();
    server.stdout.on('data', (piece) => {
      said += piece;
      const match = /http:\/\/\S+/.exec(said);
      if (match) found(match[0]);
    });
    server.on('error', failed);
    server.on('exit', (code) => failed(new Error(`chomplex serve ended with ${code}: ${said}`)));
  });
  const stop = () =>
    new Promise((ended) => {
      server.removeAllListeners('exit');
      server.on('exit', ended);
      server.kill('SIGTERM');
      setTimeout(() => server.kill('SIGKILL'), PATIENCE).unref();
    });
  return { address, stop };
}

/**
 * Runs `act` with a page of its own, in a browser with nothing remembered. Any complaint of the
 * browser is a failure.
 */
export async function withPage(server, { hash = '', phone = false, settings = {}, refused = [] }, act) {
  const profile = await mkdtemp(join(tmpdir(), 'chomplex-e2e-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    acceptDownloads: true,
    ...(phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
      : { viewport: { width: 1280, height: 800 } }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = watch(page, refused);
    await page.addInitScript(
      (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`chomplex.${key}`, value)),
      settings,
    );
    await page.goto(server.address + hash);
    await page.waitForSelector('svg.board');
    await act(page);
    if (complaints.length) throw new Error(`the browser complains:\n${complaints.join('\n')}`);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * Collects errors, warnings and violations of the content security policy. Refusals of the named
 * routes are part of a test.
 */
function watch(page, refused) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const expected = refused.some((route) => message.location().url.endsWith(`/api/v2/${route}`));
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['127.0.0.1', 'localhost'].includes(url.hostname) && url.protocol.startsWith('http')) complaints.push(`a request to ${url.hostname}`);
  });
  return complaints;
}

export const piece = (name) => `svg.board [data-name="${name}"]`;

/** Takes an element with the mouse: at the middle of an edge, or in the middle of anything else. */
export async function take(page, name) {
  await page.locator(`${piece(name)}:not(.gone)`).waitFor({ state: 'attached' });
  const spot = await page.locator(piece(name)).evaluate((element) => {
    const shape = element.querySelector('line.shape, .handle, .shape');
    const box = shape.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await page.mouse.click(...spot);
}

/** The names of what remains. */
export const remaining = (page) =>
  page.locator('svg.board .piece:not(.gone)').evaluateAll((pieces) => pieces.map((element) => element.dataset.name));

export const headline = (page) => page.locator('.status strong').innerText();

/** Waits until the headline says it. */
export async function says(page, words) {
  await page.locator('.status strong', { hasText: words }).waitFor();
}

/** Asks the API as the page does. */
export async function ask(server, route, body) {
  const response = await fetch(new URL(`api/v2/${route}`, server.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.text()).trim().split('\n').map((line) => JSON.parse(line));
}

/** A winning move, or any move where there is none. */
export async function bestMove(server, position, moves) {
  const events = await ask(server, 'solve', { position, after: moves });
  const options = events.find(({ event }) => event === 'moves').moves;
  return (options.find(({ grundy }) => grundy === 0) ?? options[0]).move;
}
