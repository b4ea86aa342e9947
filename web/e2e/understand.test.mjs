import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, piece, remaining, says, startServer, take, withPage } from './browser.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

test('values of all moves are on the board, and in words', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByRole('switch').check();
    await page.locator('svg.board .badge').nth(15).waitFor();
    assert.equal(await page.locator('svg.board .badge').count(), 16);
    assert.equal(await page.locator('svg.board .badge.wins').count(), 1);
    assert.match(await page.locator(piece('5')).getAttribute('aria-label'), /wins$/);
    assert.match(await page.locator(piece('01')).getAttribute('aria-label'), /loses, leaves value 2$/);
    await page.getByText('You can win').waitFor();
    await page.getByText('1 winning move').waitFor();
    await page.hover(`${piece('5')} .hit`);
    await page.getByText('Take point 5 and 5 more – wins').waitFor();
  }));

test('a hint points at a winning move', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator(`${piece('5')}.hinted`).waitFor();
    await page.getByText('Try 5: it wins.').waitFor();
  }));

test('a hint in a lost position says so', () =>
  withPage(server, { hash: '#boundary(3)' }, async (page) => {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('No move wins here').waitFor();
  }));

test('why: a symmetry is drawn, its theorem named', () =>
  withPage(server, { hash: '#suspension(complete(4))' }, async (page) => {
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('svg.board .swap').first().waitFor();
    assert.equal(await page.locator('svg.board .swap').count(), 1);
    assert.equal(await page.locator('svg.board .piece.fixed').count(), 10);
    await page.getByText('Swap 4 ↔ 5').waitFor();
    await page.getByRole('link', { name: /Khandhawit and Ye 2011, Theorem 1/ }).click();
    await page.locator('dt.chosen', { hasText: 'involution-fold' }).waitFor();
  }));

test('why: parts are coloured', () =>
  withPage(server, { hash: '#cycle(4) + nim(3)' }, async (page) => {
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('svg.board [data-colour="1"]').first().waitFor();
    assert.equal(await page.locator('svg.board [data-colour="0"]').count(), 8);
    assert.equal(await page.locator('svg.board [data-colour="1"]').count(), 3);
  }));

test('why: a searched position has a reply to each move, and the story in words', () =>
  withPage(server, { hash: '#boundary(4)' }, async (page) => {
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.getByText('Every move has a reply that wins').first().waitFor();
    const [story] = (await ask(server, 'explain', { position: 'boundary(4)', after: [] })).filter(({ event }) => event === 'explanation');
    const conclusion = story.derivation.steps[story.derivation.conclusion - 1];
    assert.equal(await page.locator('.stages .pair').count(), conclusion.moves.length);
    await page.getByText('In words').click();
    await page.getByText('boundary(4) has Grundy value 0').waitFor();
    await page.locator('.story a', { hasText: 'Lemma 1' }).first().click();
    await page.locator('#lemma-1').waitFor();
  }));

test('a long solve shows progress and is cancelled', () =>
  withPage(server, { hash: '#subsets(8,3)' }, async (page) => {
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByText(/[\d,]+ positions?, \d+ s/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Stopped early').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0);
  }));

test('leaving a position cancels its solve', () =>
  withPage(server, { hash: '#subsets(8,3)' }, async (page) => {
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/solve'));
    await page.getByRole('tab', { name: 'Understand' }).click();
    await page.getByText(/Finding/).waitFor();
    await page.getByLabel('Position, such as wheel(5)').fill('nim(1,2)');
    await page.keyboard.press('Enter');
    await aborted;
    await page.getByText('You can win').waitFor();
  }));

test('values follow the game', () =>
  withPage(server, { hash: '#nim(1,2)', settings: { opponent: 'person', values: 'on' } }, async (page) => {
    await page.locator('svg.board .badge').nth(2).waitFor();
    await take(page, '2,2');
    await says(page, 'Second player to move');
    await page.locator('svg.board .badge').nth(2).waitFor({ state: 'detached' });
    await page.locator('svg.board .badge').nth(1).waitFor();
    assert.equal(await page.locator('svg.board .badge.wins').count(), 0);
    assert.equal((await remaining(page)).length, 2);
  }));
