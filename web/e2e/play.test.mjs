import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bestMove, headline, piece, remaining, says, startServer, take, withPage } from './browser.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const movesOf = (page) => page.evaluate(() => decodeURIComponent(location.hash).split('/').slice(2));

test('a game is played and won', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    assert.equal(await headline(page), 'Your turn');
    for (let turn = 0; turn < 16; turn++) {
      await take(page, await bestMove(server, 'wheel(5)', await movesOf(page)));
      await page.locator('.status strong', { hasText: /Your turn|You win/ }).waitFor();
      if ((await headline(page)) === 'You win!') break;
      await page.waitForFunction(() => (location.hash.split('/').length - 2) % 2 === 0);
    }
    assert.equal(await headline(page), 'You win!');
    assert.deepEqual(await remaining(page), []);
    await page.reload();
    await says(page, 'You win!');
    await page.getByRole('button', { name: 'Play again' }).click();
    await says(page, 'Your turn');
    assert.equal((await remaining(page)).length, 16);
  }));

test('the program says that it is lost', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    await take(page, '5');
    await page.getByText('I am lost').waitFor();
  }));

test('a game against perfect play is lost', () =>
  withPage(server, { hash: '#boundary(3)' }, async (page) => {
    while ((await headline(page)) !== 'Chomplex wins') {
      await says(page, /Your turn|Chomplex wins/);
      const left = await remaining(page);
      if (!left.length) break;
      await take(page, left[0]);
      await page.waitForFunction(() => (location.hash.split('/').length - 2) % 2 === 0);
    }
    await says(page, 'Chomplex wins');
  }));

test('pointing at an element shows what would go', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    await page.hover(`${piece('5')} .hit`);
    const doomed = await page.locator('.piece.doomed').evaluateAll((pieces) => pieces.map((element) => element.dataset.name).sort());
    assert.deepEqual(doomed, ['05', '15', '25', '35', '45', '5']);
    await page.getByText('Take point 5 and 5 more').waitFor();
    await page.mouse.move(5, 5);
    assert.equal(await page.locator('.piece.doomed').count(), 0);
  }));

test('two people play, undo, redo, and go to any move', () =>
  withPage(server, { hash: '#chomp(3,3)', settings: { opponent: 'person' } }, async (page) => {
    for (const move of ['3,3', '2,3', '3,2']) await take(page, move);
    await says(page, 'Second player to move');
    await page.keyboard.press('u');
    await says(page, 'First player to move');
    await page.keyboard.press('r');
    await says(page, 'Second player to move');
    await page.getByRole('button', { name: '3,3', exact: true }).first().click();
    assert.equal((await remaining(page)).length, 7);
    assert.ok((await remaining(page)).includes('2,3'));
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.ok(!(await remaining(page)).includes('2,3'));
    await page.getByRole('button', { name: 'Restart' }).click();
    assert.equal((await remaining(page)).length, 8);
  }));

test('undo against the program takes back both moves; sides can be swapped', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    await take(page, '01');
    await page.waitForFunction(() => location.hash.split('/').length === 4);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await remaining(page)).length, 16);
    await page.getByRole('button', { name: 'Swap sides now' }).click();
    await page.waitForFunction(() => location.hash.split('/').length === 3);
    await says(page, 'Your turn');
  }));

test('the program begins, and plays against itself', async () => {
  await withPage(server, { hash: '#nim(1,2)', settings: { begins: 'program' } }, async (page) => {
    await page.waitForFunction(() => location.hash.includes('/moves/'));
    await says(page, 'Your turn');
  });
  await withPage(server, { hash: '#nim(1,2)', settings: { opponent: 'watch' } }, async (page) => {
    await says(page, /(First|Second) player wins/);
  });
});

test('only the keyboard', () =>
  withPage(server, { hash: '#chomp(2,3)', settings: { opponent: 'person' } }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-name'));
    for (let i = 0; i < 12 && !(await focused()); i++) await page.keyboard.press('Tab');
    assert.equal(await focused(), '1,2');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), '1,3');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), '2,3');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^Take square 2,3/);
    await page.keyboard.press('Enter');
    assert.equal((await remaining(page)).length, 4);
    assert.ok(await focused(), 'the focus stays on the board');
    await page.keyboard.press('u');
    assert.equal((await remaining(page)).length, 5);
    await page.keyboard.press('r');
    for (let move = 0; move < 5 && (await remaining(page)).length; move++) await page.keyboard.press('Enter');
    await says(page, /wins/);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Play again');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'How to play' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'How to play' }).waitFor({ state: 'detached' });
  }));

test('every element is reached by the keyboard', () =>
  withPage(server, { hash: '#boundary(4)' }, async (page) => {
    await page.locator('svg.board [tabindex="0"]').focus();
    const seen = new Set();
    for (let i = 0; i < 14; i++) {
      seen.add(await page.evaluate(() => document.activeElement.getAttribute('data-name')));
      await page.keyboard.press('PageDown');
    }
    assert.equal(seen.size, 14);
  }));

test('vertices can be dragged, and a drag is no move', () =>
  withPage(server, { hash: '#wheel(5)' }, async (page) => {
    const box = () => page.locator(`${piece('0')} .shape`).boundingBox();
    const before = await box();
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    await page.mouse.move(before.x + 90, before.y + 40, { steps: 5 });
    await page.mouse.up();
    const moved = await box();
    assert.ok(moved.x > before.x + 30);
    assert.equal((await remaining(page)).length, 16);
  }));

test('a phone: tap, tap again, nothing sticks out', () =>
  withPage(server, { hash: '#wheel(5)', phone: true }, async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    await page.locator(`${piece('5')} .hit`).tap();
    assert.equal(await page.locator('.piece.doomed').count(), 6);
    assert.equal((await remaining(page)).length, 16);
    await page.locator(`${piece('5')} .hit`).tap();
    await page.locator(`${piece('5')}.gone`).waitFor({ state: 'attached' });
    await says(page, 'Your turn');
    await page.locator(`${piece((await remaining(page))[0])} .hit`).tap();
    await page.getByRole('button', { name: 'Take it' }).tap();
    const tabs = await page.getByRole('tablist').boundingBox();
    assert.ok(tabs.y + tabs.height > 840, 'the tabs are at the bottom');
    for (const tab of ['Understand', 'New game', 'Share', 'Play']) {
      await page.getByRole('tab', { name: tab }).tap();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, tab);
    }
  }));
