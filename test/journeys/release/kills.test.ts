import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DraftBranch } from '../../../src/domain/sourceControl/drafts/draft.ts';
import { Drafts } from '../../../src/domain/sourceControl/drafts/drafts.ts';
import { createStorage } from '../../../src/net/disk/storage.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown, type Desk } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

/** Number of kills of the extension host, and number of files in the commit: see `npm run kills`. */
const kills = Number(process.env.KILLS ?? 1);
const files = process.env.KILLS === undefined ? 5 : 30;
const folder = 'sourcehost://local/alice/many@main';
const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'many', account: 'alice', branch: 'main' };
/** Latency of the service in milliseconds, so that a kill can happen at any moment of a request. */
const latency = 60;

const writes = (service: Service): number =>
  service.requests.filter(({ operation }) => ['files.create', 'files.update', 'files.remove'].includes(operation))
    .length;

/** The texts that the user has saved, by path; null for a removed file. */
async function draft(desk: Desk, git: (...args: string[]) => Promise<string>): Promise<Map<string, string | null>> {
  const listed = (await git('ls-tree', '-r', 'main')).split('\n').flatMap((line) => {
    const [, sha = '', path = ''] = /^100644 blob (\S+)\t(.+)$/.exec(line) ?? [];
    return path === '' ? [] : [{ path, base: { sha, mode: '100644', size: 0 } }];
  });
  const folder = join(desk.dataDir, 'data', 'User', 'globalStorage', 'sourcehost.sourcehost');
  const drafts = new Drafts(createStorage(folder), branch, () => Promise.reject(new Error()));
  const saved = new Map<string, string | null>();
  for (let n = 0; n < files; n += 1) {
    const { path = '', base } = listed[n] ?? {};
    const text = `Saved by hand, ${n}.\n`;
    const [at, under] = n % 3 === 0 ? [`new file ${n}.txt`, undefined] : [path, base];
    const removed = under !== undefined && n % 5 === 1;
    if (removed) await drafts.removeAll([{ path: at, base: under }]);
    else await drafts.write(at, new TextEncoder().encode(text), under);
    saved.set(at, removed ? null : text);
  }
  return saved;
}

async function commit({ page }: Window, message: string): Promise<void> {
  await page.locator('.scm-editor .monaco-editor').first().click();
  await page.keyboard.type(message);
  await page.keyboard.press('Control+Enter');
}

describe('a commit during which the extension host is killed', () => {
  it('continues after the kill: nothing is lost, nothing is committed twice', async function () {
    this.timeout(60_000 + kills * 30_000);
    this.retries(0);
    const service = await startService({ histories: [{ name: 'many', files: 60, commits: 3 }] });
    const git = async (...args: string[]): Promise<string> => await (await service.repository('alice/many')).git(args);
    try {
      const desk = await sitDown({
        settings: { ...localHost(service), 'git.enabled': false },
        env: signedInAs(service),
      });
      const saved = await draft(desk, git);
      const window = await desk.open(folder);
      const { page } = window;
      const started = await git('rev-parse', 'main');
      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /Source Control/ })
        .click();
      await page.locator('.scm-editor').first().waitFor();
      await page
        .locator('.scm-view')
        .getByText(/commit on main/)
        .first()
        .waitFor();
      service.set({ latency });
      await commit(window, 'Once {path}');
      await window.dialog(`Make ${files} Commits`);
      for (let kill = 0; kill < kills; kill += 1) {
        const [before, rest] = [writes(service), kills - kill];
        const committed = Number(await git('rev-list', '--count', `${started}..main`));
        const wanted = Math.max(1, Math.floor((files - committed) / (rest + 1)));
        await until(() => writes(service) >= before + wanted);
        // The kill can happen at any moment of a request.
        await pause(Math.random() * 2 * latency);
        await desk.killExtensionHosts();
        await window.reload();
        await window.statusBar('Resume Commit').waitFor();
        if (kill === 0) await page.screenshot({ path: 'out/screenshots/scm-resume.png' });
        await window.statusBar('Resume Commit').click();
      }
      await window.statusBar('Resume Commit').waitFor({ state: 'detached', timeout: 60_000 });
      await page.locator('.scm-view .resource').first().waitFor({ state: 'detached' });
      const log = await git('log', '-p', '--no-renames', '--format=commit %s', `${started}..main`);
      const lost: string[] = [];
      const double: string[] = [];
      for (const [path, text] of saved) {
        const commits = log.split(/^(?=commit )/m).filter((one) => one.startsWith(`commit Once ${path}\n`));
        const added = text === null ? '\n+++ /dev/null\n' : `\n+${text}`;
        if (!commits.some((one) => `${one}\n`.includes(added))) lost.push(path);
        if (commits.length > 1) double.push(path);
      }
      const made = log.split(/^commit /m).length - 1;
      console.log(`    ${files} files, ${kills} kills: ${lost.length} lost, ${double.length} double, ${made} commits`);
      assert.deepEqual({ lost, double, made }, { lost: [], double: [], made: files });
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });
});
