import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { authentication, commands, workspace } from 'vscode';
import { randomFrom } from '../../service/data/random.ts';
import { columns, Ledger, reportFile } from '../../kit/reliability/ledger.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { Company, wanted } from './company.ts';
import { signInByBrowser } from './signIn.ts';
import { repository, User, type Saved } from './user.ts';
import { stir } from './weather.ts';

/** Lifetime of a token in seconds. */
const expiresIn = 20;
/** Issues of each window. */
const issuesEach = 3;
/** How often memory is measured: after each of as many parts of the run, the last time when all is done. */
const measures = 5;
/** Megabytes that the heap may grow by from the first measure to the last, where the first came this many minutes in. */
const mostGrowth = 10;
const warmAfter = 1;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
};

describe('long use by several windows during faults', () => {
  it('loses nothing, commits nothing twice, and does not leak memory', async function () {
    const duration = wanted.minutes * 60_000;
    this.timeout(duration + 900_000);
    const service = new RemoteService();
    const company = new Company();
    await company.join();
    const first = company.number === 1;
    const ledger = new Ledger(`soak-${company.number}-faults`);
    const line = ledger.begin({ name: 'soak', sort: 'habit' });
    const roll = randomFrom(wanted.seed * 100 + company.number);
    const weather: Record<string, number> = {};

    if (first) {
      await service.reset();
      await service.set({ operation: 'oauth.token', habits: { expiresIn } });
      const issues: number[] = [];
      for (let at = 0; at < issuesEach * wanted.windows; at += 1) {
        const { number } = await service.call<{ number: string }>('issues.create', { title: `Soak ${at}` });
        issues.push(Number(number));
      }
      await company.tell('issues', issues);
      await company.tell('start', await service.git(repository, 'rev-parse', 'main'));
    }
    const [issues = []] = await company.hear<readonly number[]>('issues', 1);
    const [start = ''] = await company.hear<string>('start', 1);
    // In sequence: each window signs in by itself, like a window that was open before another one signed in.
    await company.hear('signed', company.number - 1);
    if ((await authentication.getAccounts('sourcehost')).length === 0)
      await signInByBrowser(service, await service.clientSecret());
    await company.tell('signed');
    const person = new Person();
    person.sit();
    ledger.open();
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository });
    await commands.executeCommand('workbench.view.extension.sourcehost');
    const own = issues.slice((company.number - 1) * issuesEach, company.number * issuesEach);
    const user = new User(company.number, own, roll, line);
    await company.tell('ready');
    await company.hear('ready');

    const began = Date.now();
    const heaps: number[] = [];
    for (let turn = 1; Date.now() < began + duration; turn += 1) {
      if (first && turn % 3 === 0) {
        const what = await stir(service, roll);
        weather[what] = (weather[what] ?? 0) + 1;
      }
      await user.act();
      user.reads(person.told.splice(0).map(({ text }) => text));
      if (turn % 40 === 0) {
        await commands.executeCommand('workbench.action.closeAllEditors');
        // Old messages are not checked.
        person.leave();
        person.sit();
      }
      const part = heaps.length + 1;
      if (part < measures && Date.now() > began + (duration * part) / measures) heaps.push(heap());
      await pause(20 * roll());
    }
    await company.tell('over');
    await company.hear('over');
    if (first) await service.heal();
    await company.tell('calm', first);
    await company.hear('calm');
    // In sequence, because commits of one window would only block those of another.
    await company.hear('finished', company.number - 1);
    await user.finish();
    await company.tell('saved', user.saved);
    await company.tell('finished');
    const saved = await company.hear<Saved>('saved');
    if (first) {
      for (const problem of await check(service, start, saved)) line.note('lost', problem);
      const stuck = (await service.violations()).map(({ words }) => words);
      for (const words of stuck) line.note('unclear', `violation: ${words}`);
    }
    const dirty = workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path);
    for (const path of dirty) line.note('lost', `${path} cannot be saved`);
    person.leave();
    await commands.executeCommand('workbench.action.closeAllEditors');
    heaps.push(heap());
    const renewals = first ? (await service.requests('oauth.token')).length - 1 : 0;
    line.countRejected();
    const counts = Object.fromEntries(columns.map((column) => [column, line.row[column]]));
    const report = {
      window: company.number,
      did: user.counts,
      weather,
      renewals,
      counts,
      heaps,
      problems: line.problems,
    };
    const file = reportFile(`soak-${company.number}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report, undefined, 1));
    await company.tell('reported');
    await company.hear('reported');
    ledger.close();
    line.end();
    if (wanted.minutes / measures < warmAfter) return;
    const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
    assert.ok(growth < mostGrowth, `the heap grew by ${growth} MB: ${heaps.join(', ')}`);
  });
});

/** Differences between the service and the saved texts of the windows. */
async function check(service: RemoteService, start: string, saved: readonly Saved[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { files, issues } of saved) {
    for (const [path, text] of Object.entries(files)) {
      const held = await service.git(repository, 'show', `main:${path}`).catch(String);
      if (`${held}\n` !== text) problems.push(`${path} holds ${JSON.stringify(held)}, not ${JSON.stringify(text)}`);
    }
    for (const [number, title] of Object.entries(issues)) {
      const held = await service.call<{ title: string }>('issues.get', { number });
      if (held.title !== title) problems.push(`issue ${number} is called ${held.title}, not ${title}`);
    }
  }
  const log = await service.git(
    repository,
    'log',
    '--raw',
    '--no-renames',
    '--abbrev=40',
    '--format=',
    `${start}..main`,
  );
  const seen = new Set<string>();
  for (const [, sha = '', path = ''] of log.matchAll(/^:\d+ \d+ \w+ (\w+) \w\t(window-.*)$/gm)) {
    // Every text is saved once, so it is committed once.
    if (seen.has(`${sha} ${path}`)) problems.push(`${path} was committed twice`);
    seen.add(`${sha} ${path}`);
  }
  return problems;
}
