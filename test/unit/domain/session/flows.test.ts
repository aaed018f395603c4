import assert from 'node:assert/strict';
import { chooseFlows, listeningPlace, type ExtensionHostKind } from '../../../../src/domain/session/flows.ts';

const loopback = 'http://127.0.0.1:51789/callback';

/** Place of the editor (`here`: in a browser of the same computer), required redirect address, whether ports are available, offered flows (best first). */
const table: readonly [ExtensionHostKind | 'here', string | undefined, boolean, string][] = [
  ['desktop', undefined, true, 'editorUri loopback paste token'],
  ['desktop', undefined, false, 'editorUri paste token'],
  ['desktop', 'vscode://sourcehost.sourcehost/callback', true, 'editorUri token'],
  ['desktop', 'vscode-insiders://sourcehost.sourcehost/callback', true, 'token'],
  ['desktop', loopback, true, 'loopback paste token'],
  ['desktop', 'http://localhost:51789/callback', true, 'loopback paste token'],
  ['desktop', 'http://[::1]:51789/callback', true, 'loopback paste token'],
  ['desktop', loopback, false, 'paste token'],
  ['desktop', 'https://example.org/come-back', true, 'paste token'],
  ['desktop', 'no address', true, 'token'],
  ['remote', undefined, true, 'editorUri paste token'],
  ['remote', loopback, true, 'paste token'],
  ['remote', 'vscode://sourcehost.sourcehost/callback', true, 'editorUri token'],
  ['web', undefined, true, 'editorUri paste token'],
  ['web', loopback, true, 'paste token'],
  ['here', undefined, true, 'editorUri loopback paste token'],
  ['here', undefined, false, 'editorUri paste token'],
  ['here', loopback, true, 'loopback paste token'],
  ['web', undefined, false, 'editorUri paste token'],
  ['web', loopback, false, 'paste token'],
  ['web', 'https://example.org/come-back', false, 'paste token'],
];

describe('chooseFlows and listeningPlace', () => {
  for (const [place, redirectUri, canListen, expected] of table) {
    it(`offer ${expected} for ${place}, ${redirectUri ?? 'any redirect'}${canListen ? '' : ', no ports'}`, () => {
      const sameComputer = place === 'desktop' || place === 'here';
      const situation = { place: place === 'here' ? 'web' : place, sameComputer, redirectUri, canListen } as const;
      const chosen = chooseFlows({ ...situation, scheme: 'vscode', hasClient: true });
      assert.equal(chosen.map(({ id }) => id).join(' '), expected);
    });
  }

  it('offers the token first where no application is registered', () => {
    const situation = { place: 'desktop', sameComputer: true, redirectUri: undefined, canListen: true } as const;
    const chosen = chooseFlows({ ...situation, scheme: 'vscode', hasClient: false });
    assert.deepEqual(
      chosen.map(({ id }) => id),
      ['token', 'editorUri', 'loopback', 'paste'],
    );
  });

  it('listens at the redirect address, or at a free port of 127.0.0.1', () => {
    assert.deepEqual(listeningPlace(undefined), { host: '127.0.0.1', port: 0, path: '/callback' });
    assert.deepEqual(listeningPlace('http://127.0.0.1:9/a/b'), { host: '127.0.0.1', port: 9, path: '/a/b' });
    assert.deepEqual(listeningPlace('http://localhost/x'), { host: '127.0.0.1', port: 80, path: '/x' });
    assert.deepEqual(listeningPlace('http://[::1]:8/x'), { host: '::1', port: 8, path: '/x' });
  });
});
