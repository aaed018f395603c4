import assert from 'node:assert/strict';
import type { ReplyPage } from '../../../src/api/contract/reply.ts';
import { startService } from '../../service/service.ts';
import { Clients } from '../kit/clients.ts';

describe('local service: large data', () => {
  it('is generated at its documented size', async () => {
    const clients = new Clients(await startService({ data: 'large' }));
    try {
      const api = clients.as('alice');
      const paths = await api.files.paths({ owner: 'alice', repo: 'huge' });
      assert.equal(paths.length, 100_000);
      const folders = new Set(
        paths.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
      );
      assert.equal(folders.size - 1, 8_000);
      const huge = await clients.service.repository('alice/huge');
      assert.equal((await huge.git(['diff', '--name-only', 'main', 'topic/twenty-changes'])).split('\n').length, 20);
      const refs = { owner: 'alice', repo: 'many-refs' };
      const last = async (
        list: (page: number) => Promise<Pick<ReplyPage<unknown>, 'items'>>,
        page: number,
      ): Promise<number> => (await list(page)).items.length;
      assert.equal(await last((page) => api.branches.list({ ...refs, page }), 31), 1);
      assert.equal(await last((page) => api.tags.list({ ...refs, page }), 20), 100);
      assert.equal((await api.releases.list(refs)).items.length, 500);
      const issues = await api.issues.list({ owner: 'alice', repo: 'many-issues', per_page: 1 });
      assert.equal(issues.counts.total_count, 20_000);
      assert.equal(await last((page) => api.organizations.own({ page }), 2), 100);
      assert.equal(await last((page) => api.own.repositories({ page }), 50), 100);
      assert.deepEqual(clients.service.violations, []);
    } finally {
      await clients.close();
    }
  });
});
