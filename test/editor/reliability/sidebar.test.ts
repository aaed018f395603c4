import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { toFailure } from '../../../src/core/errors.ts';
import { silent } from '../../../src/core/log.ts';
import { explain } from '../../../src/editor/kit/messages/explain.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import type { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import { limitsFor } from '../../../src/api/http/timeoutBudget.ts';
import { usualLimits } from '../../../src/net/http/limits.ts';
import { createNetwork } from '../../../src/net/http/network.ts';
import * as transports from '../../../src/net/http/onDemand.ts';
import { Ledger, type Line } from '../../kit/reliability/ledger.ts';
import { habitsTogether, troubles } from '../../kit/reliability/troubles.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { freshViews, rowAt, spotsOf, type Spot } from './rows.ts';

describe('the sidebar', () => {
  const service = new RemoteService();
  const person = new Person();
  const ledger = new Ledger('sidebar');
  const network = createNetwork({
    load: () => Promise.resolve(transports),
    settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
    editorFetch: fetch,
    log: silent,
    limits: { ...usualLimits, connections: 100 },
    exchangeLimits: limitsFor(process.env.SOURCEHOST_TEST_TIMEOUT),
  });
  let spots: readonly Spot[];

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' });
    const asked = async (): Promise<string[]> => {
      const requests = await service.requests();
      await service.clear();
      return requests.map(({ operation }) => operation);
    };
    spots = await spotsOf(network.fetch, asked);
    await commands.executeCommand('workbench.view.extension.sourcehost');
    ledger.open();
    person.sit();
  });
  after(async () => {
    ledger.close();
    person.leave();
    network.dispose();
    await tidy();
    await service.reset();
  });

  for (const trouble of troubles(habitsTogether)) {
    it(`shows rows, or one row with the error: ${trouble.name}`, async function () {
      this.timeout(120_000);
      await signIn(service, 'alice');
      const line = ledger.begin(trouble);
      const views = await freshViews(network.fetch);
      const rows = await Promise.all(
        spots.map(async (spot) => {
          const looking = views.get(spot.view) ?? assert.fail(spot.view);
          return { spot, looking, row: await rowAt(looking, spot.path) };
        }),
      );
      if (trouble.habits !== undefined) await service.set({ habits: trouble.habits });
      if (trouble.fault !== undefined) await service.fail({ operation: '*', fault: trouble.fault });
      // The visible views send requests too.
      await service.clear();
      await commands.executeCommand('sourcehost.view.refresh', {});
      await until(async () => (await service.requests()).length > 0);
      await Promise.all(
        rows.map(async ({ spot, looking, row }) => {
          const name = `${spot.view} › ${spot.path.join(' › ')}`;
          line.cell(...spot.operations);
          if (spot.by === 'resting') {
            const tooltip = Promise.resolve(row?.node.tooltip?.(new AbortController().signal));
            const { error } = await line.ends(name, tooltip);
            if (error !== undefined) line.reads(name, explain(toFailure(error)));
            return;
          }
          const { value = [] } = await line.ends(name, looking.tree.children(row));
          look(line, name, value);
        }),
      );
      if (person.told.length > 0) line.note('storms', person.told.map(({ text }) => text).join('; '));
      person.leave();
      person.sit();
      await service.calm();
      for (const { spot, looking, row } of rows.filter((one) => one.spot.by === 'expanding')) {
        if (trouble.lasts === true || (row === undefined && spot.path.length > 0)) continue;
        looking.tree.refresh(row);
        const again = await looking.tree.children(row);
        if (again.some((entry) => isFailed(entry) && !isRemembered(entry)))
          line.note('lost', `${spot.view} › ${spot.path.join(' › ')} does not come back`);
      }
      line.end();
    });
  }
});

const isFailed = ({ node }: RowEntry): boolean => node.row.context.startsWith('failure');

/** An operation that the host lacks is asked again after a day. */
const isRemembered = ({ node: { row } }: RowEntry): boolean =>
  /does not support this/.test(`${row.label} ${row.description ?? ''}`);

function look(line: Line, name: string, rows: readonly RowEntry[]): void {
  const failed = rows.filter(isFailed);
  if (failed.length > 1) line.note('storms', `${name} has ${failed.length} rows that say what failed`);
  for (const { node } of failed) line.reads(name, node.row.label);
  for (const entry of rows) {
    const { label, description, accessibilityInformation: spoken } = itemOf(entry);
    const words = typeof label === 'string' ? label : (label?.label ?? '');
    line.shows(`a row of ${name}`, words, `${description ?? ''} ${spoken?.label ?? ''}`);
  }
}
