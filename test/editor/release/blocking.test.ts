import { budget, withinTime } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { hideLists, longestTurns, manyRows, showLists } from '../sidebar/manyRows.ts';

describe('the extension host', function () {
  this.timeout(60_000);
  const service = new RemoteService();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await showLists(service);
  });
  after(async () => {
    await hideLists();
    await service.reset();
  });

  for (const list of manyRows) {
    it(`is not blocked while 1,000 rows of ${list.view} arrive in one answer`, async () => {
      const turns = await longestTurns(service, list);
      // The host also collects garbage of other tests; the part of the extension appears in every run.
      withinTime(budget.times.blocked, Math.min(...turns), `ms of ${turns.map((turn) => turn.toFixed(0)).join(', ')}`);
    });
  }
});
