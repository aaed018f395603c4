import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { isFailure, type Failure } from '../../../src/core/errors.ts';
import { failureTexts } from '../../../src/core/failureReason.ts';
import { cacheFailure } from '../../../src/git/cache/cacheFailure.ts';
import { gitFailure, gitMessageRules } from '../../../src/git/gitFailure.ts';
import { pushFailure } from '../../../src/git/pushFailure.ts';
import { explain } from '../../kit/explain.ts';

const folder = '/home/alice/.vscode/globalStorage/git/local/alice/website.git';
const at = "unable to access 'http://127.0.0.1:8138/alice/website.git/'";
const sha = '0123456789abcdef0123456789abcdef01234567';

/** Error output of git, at least one for each rule of `gitMessageRules`, and what no rule knows. */
const outputs: readonly string[] = [
  `fatal: write error: No space left on device`,
  `fatal: ${at}: Received HTTP code 407 from proxy after CONNECT`,
  `fatal: ${at}: Could not resolve proxy: proxy.example`,
  `fatal: ${at}: CONNECT tunnel failed, response 403`,
  `fatal: ${at}: Could not resolve host: git.example`,
  `fatal: ${at}: Failed to connect to 127.0.0.1 port 8138: Connection refused`,
  `fatal: ${at}: Connection timed out after 300000 ms`,
  `error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds`,
  `fatal: ${at}: Failed to connect: Network is unreachable`,
  `fatal: ${at}: SSL certificate problem: certificate has expired`,
  `fatal: ${at}: SSL certificate problem: self-signed certificate`,
  `fatal: ${at}: SSL: no alternative certificate subject name matches target host name '127.0.0.1'`,
  `fatal: ${at}: SSL certificate problem: unable to get local issuer certificate`,
  `fatal: ${at}: OpenSSL SSL_connect: SSL_ERROR_SYSCALL`,
  `fatal: unable to update url base from redirection: asked for: http://127.0.0.1:8138/ redirect: http://10.0.0.1/`,
  `fatal: ${at}: The requested URL returned error: 429`,
  `fatal: ${at}: The requested URL returned error: 407`,
  `fatal: ${at}: The requested URL returned error: 502`,
  `fatal: Authentication failed for 'http://127.0.0.1:8138/alice/website.git/'`,
  `fatal: ${at}: The requested URL returned error: 403`,
  `fatal: repository 'http://127.0.0.1:8138/alice/website.git/' not found`,
  `error: Server does not allow request for unadvertised object ${sha}`,
  `fatal: http://127.0.0.1:8138/info/refs not valid: is this a git repository?`,
  `error: RPC failed; curl 56 Recv failure: Connection reset by peer`,
  `fatal: bad object ${sha}`,
  `fatal: fsck error in packed object`,
  `fatal: protocol error: bad line length character: <htm`,
  `fatal: fetch-pack: unexpected disconnect while reading sideband packet`,
  `error: object ${sha}: hasDotgit: contains '.git'`,
  `fatal: cannot mkdir ${folder}: Permission denied`,
  `fatal: cannot open '${folder}/objects/pack/tmp_pack_1': Too many open files`,
  `fatal: not a git repository: '${folder}'`,
  `fatal: C:\\Users\\alice\\git: something new`,
  `fatal: --shallow-since is not supported; use --depth`,
  `fatal: something new`,
  '',
];

/** Reports of `git push --porcelain`, with the error output beside them. */
const pushes: readonly (readonly [report: string, errors: string])[] = [
  ['!\trefs/heads/main:refs/heads/main\t[rejected] (stale info)', ''],
  ['!\trefs/heads/main:refs/heads/main\t[remote rejected] (failed to update ref)', ''],
  ['!\trefs/heads/main:refs/heads/main\t[remote failure] (remote failed to report status)', ''],
  [
    '!\trefs/heads/main:refs/heads/main\t[remote rejected] (pre-receive hook declined)',
    'remote: Use a merge request.\n',
  ],
  ['', `fatal: ${at}: The requested URL returned error: 403`],
  ['', `fatal: ${at}: The requested URL returned error: 502`],
];

const disk = (code: string): Error => Object.assign(new Error(`${code}: open '${folder}/HEAD'`), { code });

/** Reasons that other tests provoke, and that `src/git` throws without a message of git. */
const plain = [
  'gitOff',
  'gitMissing',
  'gitTooOld',
  'gitTooOldToMerge',
  'gitEnded',
  'gitSlow',
  'gitTooLarge',
  'tooLarge',
  'tooManyFiles',
  'tooManyVersions',
  'gitNoCommit',
  'noCloneAddress',
  'noFile',
  'unusableName',
  'worktreeHasWork',
];

const tried: readonly Failure[] = [
  ...outputs.map((errors) => gitFailure(errors, folder, undefined)),
  ...pushes.map(([report, errors]) => pushFailure({ report, errors }, folder, undefined)),
  ...['ENOSPC', 'EACCES', 'ENOENT', 'EIO']
    .map((code) => cacheFailure(disk(code), folder))
    .filter((one) => isFailure(one)),
];

/** What means nothing to a reader: a path, an address or an option of git. */
const internal = /127\.0\.0\.1|https?:\/\/|\/home\/|[A-Z]:\\|(?:^|[\s'"“])--?[a-z]/;

describe('A failure of git', () => {
  it('has an example for every rule', () => {
    const used = new Set(outputs.map((errors) => gitMessageRules.find(({ pattern }) => pattern.test(errors))));
    for (const rule of gitMessageRules) assert.ok(used.has(rule), `${rule.pattern} has no example`);
  });

  it('has a sentence that says what to do, without an address of this computer or an option of git', () => {
    assert.equal(tried.length, outputs.length + pushes.length + 4);
    for (const failure of tried) {
      const sentence = explain(failure);
      assert.doesNotMatch(sentence, internal, failure.message);
      assert.match(sentence, /[.:] \S.*\.$|[.:] \S/, sentence);
    }
  });

  it('is tried for every reason that src/git has, and its sentence has two parts in both languages', () => {
    const files = globSync('src/git/**/*.ts', { cwd: root });
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const thrown = new Set([...source.matchAll(/reason: '(\w+)'/g)].map(([, reason = '']) => reason));
    const known = new Set([...plain, ...tried.map(({ reason = '' }) => reason)]);
    assert.deepEqual(
      [...thrown].filter((reason) => !known.has(reason)),
      [],
    );
    const parts = { noFile: 1, tooLarge: 1 } as Readonly<Record<string, number>>;
    const bundle = readFileSync(join(root, 'l10n', 'bundle.l10n.zh-cn.json'), 'utf8');
    const translated = JSON.parse(bundle) as Readonly<Record<string, string>>;
    for (const [reason, english] of Object.entries(failureTexts)) {
      if (!known.has(reason)) continue;
      const [least, chinese] = [parts[reason] ?? 2, translated[english] ?? ''];
      assert.ok((english.match(/[.:](?= |$)/g) ?? []).length >= least, `${reason}: ${english}`);
      assert.ok((chinese.match(/[。：]/g) ?? []).length >= least, `${reason}: ${chinese}`);
    }
  });
});
