import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { piece, remaining, says, startServer, take, withPage } from './browser.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const FIELD = 'Position, such as wheel(5)';

test('the first screen is there soon', () =>
  withPage(server, {}, async (page) => {
    const started = Date.now();
    await page.reload();
    await page.locator(piece('5')).waitFor();
    // Less than a second; a busy machine may take twenty times as long.
    assert.ok(Date.now() - started < 20_000, `${Date.now() - started} ms`);
    assert.equal(await page.getByLabel(FIELD).inputValue(), 'wheel(5)');
  }));

test('an expression is checked while it is typed', () =>
  withPage(server, { refused: ['board'] }, async (page) => {
    const field = page.getByLabel(FIELD);
    await field.fill('wheel(5) + whel(3)');
    await page.getByRole('alert').filter({ hasText: 'did you mean `wheel`' }).waitFor();
    assert.equal(await page.locator('.ghost u').innerText(), 'whel');
    await page.keyboard.press('Enter');
    assert.equal((await remaining(page)).length, 16, 'the board stays');
    await field.fill('nim(2) + cycle(3)');
    await page.getByText('8 elements').waitFor();
    await page.keyboard.press('Enter');
    await page.locator(piece('2:01')).waitFor();
    assert.equal(await page.evaluate(() => decodeURIComponent(location.hash)), '#nim(2) + cycle(3)');
  }));

test('names of families are completed', () =>
  withPage(server, { refused: ['board'] }, async (page) => {
    const field = page.getByLabel(FIELD);
    await field.fill('');
    await field.pressSequentially('nim(1) + pete');
    await page.getByRole('option', { name: /petersen/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'nim(1) + petersen');
    await page.keyboard.press('Enter');
    await page.locator(piece('2:0')).waitFor();
    assert.equal((await remaining(page)).length, 26);
  }));

test('a complex is drawn and played', () =>
  withPage(server, { settings: { opponent: 'person' } }, async (page) => {
    await page.getByRole('tab', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Draw a new one' }).click();
    const box = await page.locator('svg.sketch').boundingBox();
    for (const [x, y] of [[0.3, 0.2], [0.7, 0.2], [0.5, 0.7], [0.85, 0.7], [0.1, 0.8]]) {
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    }
    const point = (name) => page.locator(`[data-point="${name}"] .shape`);
    await point(2).click();
    await point(3).click();
    await page.getByText('Faces', { exact: true }).click();
    for (const name of [0, 1, 2]) await point(name).click();
    await page.getByRole('button', { name: 'Add face 0 1 2' }).click();
    await page.getByText('Delete', { exact: true }).click();
    await point(4).click();
    await page.getByText('complex[23 012]').waitFor();
    await page.getByRole('region', { name: 'Game' }).getByRole('button', { name: 'Play it' }).click();
    await page.locator(piece('012')).waitFor();
    assert.equal((await remaining(page)).length, 9);
    await take(page, '012');
    await says(page, 'Second player to move');
    assert.equal((await remaining(page)).length, 8);
  }));

test('what is pasted is read', () =>
  withPage(server, { refused: ['from'] }, async (page) => {
    await page.getByRole('tab', { name: 'New game' }).click();
    const box = page.getByLabel('Paste');
    await box.fill('{"format": ');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByRole('alert').waitFor();
    await box.fill('012\n013\n14');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator(piece('013')).waitFor();
    assert.equal((await remaining(page)).length, 13);
    await page.getByRole('tab', { name: 'New game' }).click();
    await box.fill('DQc');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator(piece('013')).waitFor({ state: 'detached' });
    assert.equal((await remaining(page)).length, 9);
  }));

// How quickly they come depends on the build and on what else the machine does; that is for the
// tests of the server.
test('every position of the gallery opens and its values come', () =>
  withPage(server, { settings: { values: 'on' } }, async (page) => {
    await page.getByRole('tab', { name: 'New game' }).click();
    const entries = page.locator('.gallery button');
    await entries.first().waitFor();
    const positions = await entries.locator('code').allInnerTexts();
    assert.ok(positions.length > 8);
    for (const [k, position] of positions.entries()) {
      await entries.nth(k).click();
      await page.waitForFunction((text) => document.querySelector('.expression input').value === text, position);
      await page.locator('svg.board .badge').first().waitFor();
    }
  }));

test('the address reproduces the game, back and forward work', () =>
  withPage(server, { hash: '#chomp(3,3)', settings: { opponent: 'person' } }, async (page) => {
    await take(page, '3,3');
    await take(page, '2,2');
    const left = await remaining(page);
    assert.equal(left.length, 4);
    await page.reload();
    await page.waitForSelector('svg.board');
    assert.deepEqual(await remaining(page), left);
    await page.goBack();
    await page.locator(`${piece('2,2')}:not(.gone)`).waitFor();
    assert.equal((await remaining(page)).length, 7);
    await page.goForward();
    await page.locator(`${piece('2,2')}.gone`).waitFor();
    assert.deepEqual(await remaining(page), left);
  }));

test('an address with an impossible move, and one with no position', () =>
  withPage(server, { hash: '#nim(2)/moves/1,1/1,2', refused: ['board'] }, async (page) => {
    await page.getByText('Move 2 of the address, “1,2”, is not possible').waitFor();
    assert.deepEqual(await remaining(page), []);
    await page.evaluate(() => (location.hash = '#nonsense(3)'));
    await page.getByText('unknown family `nonsense`').first().waitFor();
  }));

test('what is odd in a name survives the address', () =>
  withPage(server, { hash: '#' + encodeURIComponent('poset["a/b"<"50%", "é"]') + '/moves/' + encodeURIComponent('50%') }, async (page) => {
    assert.deepEqual((await remaining(page)).sort(), ['a/b', 'é']);
    await page.reload();
    await page.waitForSelector('svg.board');
    assert.deepEqual((await remaining(page)).sort(), ['a/b', 'é']);
  }));

test('link, expression, pictures and certificate', () =>
  withPage(server, { hash: '#wheel(5)/moves/5', settings: { opponent: 'person' } }, async (page) => {
    await page.getByRole('tab', { name: 'Share' }).click();
    assert.match(await page.getByLabel('Link to this point').inputValue(), /#wheel\(5\)\/moves\/5$/);
    await page.waitForFunction(() => document.querySelector('[data-copy="remaining"]').value === 'graph[01 04 12 23 34]');
    for (const [button, begins] of [['SVG', '<svg'], ['PNG', '\x89PNG'], ['TikZ', ''], ['Certificate', '']]) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button, exact: true }).click();
      const bytes = await readFile(await (await download).path(), 'latin1');
      assert.ok(bytes.length > 0 && bytes.slice(0, 200).includes(begins), button);
    }
  }));

test('light and dark', () =>
  withPage(server, {}, async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    assert.notEqual(light, dark);
    const button = page.getByRole('button', { name: /^Colours/ });
    await button.click();
    await button.click();
    assert.equal(await ground(), light);
    await page.reload();
    await page.waitForSelector('svg.board');
    assert.equal(await ground(), light);
  }));
