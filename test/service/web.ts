import { page, Refusal, unknownAddress, type Answer } from './answer.ts';
import type { Incoming } from './api.ts';
import { decode } from './check.ts';
import { escapeHtml } from './consentPage.ts';
import { sendAsset, sendSource } from './downloads.ts';
import { demand, findRepository } from './rights.ts';
import type { Running } from './running.ts';
import type { Repository } from './state.ts';
import { assetOf } from './uploads.ts';
import { credentialOf, signedBy } from './tokens.ts';

export function nameWebRequest(path: string): string {
  if (path.startsWith('/-/avatar/')) return 'avatar';
  if (/^\/[^/]+\/[^/]+\/(releases\/download|archive)\//.test(path)) return 'asset';
  return /^\/[^/]+\/[^/]+\/raw\//.test(path) ? 'raw' : 'web';
}

/** Pages for people, pictures, and files as they are. */
export async function answerWeb(running: Running, incoming: Incoming): Promise<Answer> {
  const { request, path, entry } = incoming;
  if (request.method !== 'GET') return { status: 405 };
  const uploaded = running.host.state.uploads.get(decode(path)?.replace(/^\/raw/, '') ?? '');
  if (uploaded !== undefined) return { status: 200, bytes: uploaded };
  if (entry.operation === 'avatar') return avatar(path, request.headers.referer);
  if (entry.operation === 'raw') return await rawFile(running, incoming);
  if (entry.operation === 'asset') return await assetFile(running, incoming);
  return webPage(running, path);
}

/** A disc with the first letter. As live, it is refused if the request has a Referer. */
function avatar(path: string, referer: string | undefined): Answer {
  if (referer !== undefined) return { status: 403 };
  const login = decode(path.slice('/-/avatar/'.length).replace(/\.svg$/, '')) ?? '';
  const hue = Array.from(login).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0) * 37, 0) % 360;
  const letter = escapeHtml(Array.from(login)[0]?.toUpperCase() ?? '?');
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' },
    bytes: `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="hsl(${hue} 45% 42%)"/><text x="32" y="42" font-family="sans-serif" font-size="30" text-anchor="middle" fill="#fff">${letter}</text></svg>`,
  };
}

/** The repository of an address, for the account of the token. */
function repositoryOf({ host }: Running, { request, query, path, entry }: Incoming): Repository {
  const [, owner = '', repo = ''] = path.split('/').map((part) => decode(part) ?? '');
  const credential = credentialOf(request.headers, query);
  const account = credential === undefined ? undefined : signedBy(host.state, credential, host.habits('raw')).account;
  entry.account = account?.login;
  const repository = findRepository(host.state, owner, repo);
  demand(host.state, repository, account, 'pull');
  return repository;
}

/** `/{owner}/{repo}/releases/download/{tag}/{file}` and `/{owner}/{repo}/archive/{tag}.zip`. */
async function assetFile(running: Running, incoming: Incoming): Promise<Answer> {
  const repository = repositoryOf(running, incoming);
  const [, , , kind, ...rest] = incoming.path.split('/').map((part) => decode(part) ?? '');
  const name = rest.at(-1) ?? '';
  const tag = kind === 'archive' ? name.replace(/\.(zip|tar\.gz)$/, '') : (rest[1] ?? '');
  const all = [...repository.releases.values()];
  const release = all.find((one) => (kind === 'archive' ? one.tag.replaceAll('/', '-') : one.tag) === tag);
  if (release === undefined) throw new Refusal(404, '404 Not Found');
  if (kind === 'archive') return await sendSource(repository, release, name);
  return await sendAsset(assetOf(release, name), incoming.request.headers.range);
}

/** `/{owner}/{repo}/raw/{ref}/{path}`, the ref with `%2F`. */
async function rawFile(running: Running, incoming: Incoming): Promise<Answer> {
  const repository = repositoryOf(running, incoming);
  const [, , , , ref = '', ...rest] = incoming.path.split('/').map((part) => decode(part) ?? '');
  const git = await repository.git();
  const sha = await git.resolve(ref, ['branch', 'tag', 'commit']);
  const commit = sha === undefined ? undefined : await git.commit(sha);
  const file = commit === undefined ? undefined : await git.entry(commit.tree, rest.join('/'));
  const object = file === undefined ? undefined : await git.object(file.sha);
  if (object?.type !== 'blob') throw new Refusal(404, '404 File Not Found');
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, bytes: object.data };
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:48px auto;padding:0 24px}';

/** A short description of the live page, enough to check the target of a link. */
function webPage({ host }: Running, path: string): Answer {
  const parts = path
    .split('/')
    .filter(Boolean)
    .map((part) => decode(part) ?? part);
  const [owner = '', repo, kind, ...rest] = parts;
  if (owner === '') return show('Local service', 'A local source-hosting service with demo data.');
  const known = host.state.organizations.get(owner) ?? host.state.accounts.get(owner);
  if (repo === undefined) return known === undefined ? unknownAddress() : show(owner, known.name);
  const repository = host.state.repositories.get(`${owner}/${repo.replace(/\.git$/, '')}`);
  // These pages have no sign-in, so private repositories have one too.
  if (repository === undefined) return unknownAddress();
  const what = kind === undefined ? repository.description : `${kind}: ${rest.join('/')}`;
  return show(`${owner} / ${repository.name}`, what);
}

function show(title: string, words: string): Answer {
  const [safe, text] = [escapeHtml(title), escapeHtml(words)];
  return page(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${safe}</title><style>${style}</style><h1>${safe}</h1><p>${text}</p></html>`,
  );
}
