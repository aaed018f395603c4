import assert from 'node:assert/strict';
import { commands, Uri } from 'vscode';
import { Ledger, Line } from '../../kit/reliability/ledger.ts';
import { habitsTogether, troubles, type Trouble } from '../../kit/reliability/troubles.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

/** One operation under a trouble, in a separate repository in which all other operations succeed. */
export interface Plot {
  /** The repository's path; it is alice's. */
  readonly repo: string;
  /** `*`: all of them. */
  readonly operation: string;
  readonly line: Line;
  readonly service: RemoteService;
}

/** The actions of a user in one repository during and after a trouble. */
export interface Deeds {
  /** Creates the initial content of the repository. */
  readonly prepare: (plot: Plot) => Promise<unknown>;
  readonly under: (plot: Plot) => Promise<unknown>;
  /** Runs when the service works again: nothing may be lost, and every action must succeed. */
  readonly after: (plot: Plot) => Promise<unknown>;
}

/** Number of troubles at the same time, each in its own repositories. */
const atOnce = 6;

/** All troubles, combined with each operation that `deeds` send. */
export function describeDeeds(surface: string, deeds: Deeds): void {
  const service = new RemoteService();
  const person = new Person();
  const ledger = new Ledger(surface);
  let operations: readonly string[] = [];
  let made = 0;

  const plotOf = async (operation: string, line: Line): Promise<Plot> => {
    const repo = `plot-${(made += 1)}`;
    const plot = { repo, operation, line, service };
    const params = { name: repo, path: repo, auto_init: true };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    await deeds.prepare(plot);
    return plot;
  };
  /** Runs some troubles at the same time. */
  const meet = async (some: readonly Trouble[]): Promise<void> => {
    await signIn(service, 'alice');
    const met = await Promise.all(
      some.map(async (trouble) => {
        const line = ledger.begin(trouble);
        const plots = [];
        for (const operation of trouble.fault === undefined ? ['*'] : operations)
          plots.push(await plotOf(operation, line));
        for (const { operation } of plots) line.cell(...(operation === '*' ? operations : [operation]));
        await strike(service, trouble, plots);
        return { trouble, line, plots };
      }),
    );
    await Promise.all(met.flatMap(({ plots }) => plots.map((plot) => deeds.under(plot))));
    await service.calm();
    const [{ line } = assert.fail('no trouble')] = met;
    for (const { text } of person.told) line.reads('a message', text);
    // At most one message for each: a save can succeed and still report the changes of the service.
    if (person.told.length > met.flatMap(({ plots }) => plots).length)
      line.note('storms', person.told.map(({ text }) => text).join('; '));
    person.leave();
    person.sit();
    const well = met.filter(({ trouble }) => trouble.lasts !== true);
    await Promise.all(well.flatMap(({ plots }) => plots.map((plot) => deeds.after(plot))));
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const one of met) one.line.end();
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await service.clear();
    const line = new Line('nothing', 'status', new Set());
    const plot = await plotOf('nothing', line);
    await deeds.under(plot);
    const sent = await service.requests();
    // Nothing depends on the CI of the open branch, which the status bar asks for now and then.
    const needed = sent.filter(({ params, operation }) => params.repo === plot.repo && operation !== 'runs.list');
    operations = [...new Set(needed.map(({ operation }) => operation))];
    await deeds.after(plot);
    line.end();
    ledger.open();
    person.sit();
  });
  after(async () => {
    ledger.close();
    person.leave();
    await tidy();
    await service.reset();
  });

  const all = troubles(habitsTogether);
  // Habits apply to all repositories, and pauses to all requests of the account.
  const alone = all.filter(({ fault, habits }) => habits !== undefined || fault?.kind === 'throttled');
  const groups = [
    ...chunks(
      all.filter((one) => !alone.includes(one)),
      atOnce,
    ),
    ...chunks(alone, 1),
  ];
  for (const some of groups) {
    it(`lose nothing and report the error: ${some.map(({ name }) => name).join(' | ')}`, async function () {
      this.timeout(240_000);
      await meet(some);
    });
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

async function strike(service: RemoteService, { fault, habits }: Trouble, plots: readonly Plot[]): Promise<void> {
  for (const { operation, repo } of plots) {
    if (habits !== undefined) await service.set({ operation, habits });
    if (fault !== undefined) await service.fail({ operation, fault, where: { repo } });
  }
}

/** An address of the remote folder of a plot. */
export const fileAt = ({ repo }: Plot, path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/alice/${repo}@main/${path}` });

/** The message that the editor shows for a failure with a file. */
export function sentencesOf(error: unknown): string | undefined {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  // The editor has its own messages for these.
  return ['FileNotFound', 'FileExists', 'FileIsADirectory', 'FileNotADirectory'].includes(code ?? '')
    ? undefined
    : message;
}
