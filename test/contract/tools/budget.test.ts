import assert from 'node:assert/strict';
import { isFailure } from '../../../src/core/errors.ts';
import { callTool } from '../../../src/tools/call.ts';
import { toolNamed } from '../../kit/toolServices.ts';
import { until } from '../../kit/until.ts';
import { freshService } from '../kit/suiteService.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const perMinute = 50;
/** The share of tools and of all other work in the background. */
const inBackground = 40;
const at = { owner: 'alice', repo: 'website' };

describe('A thousand calls of tools in a minute', () => {
  const service = freshService();
  let tools: ToolWindow;
  let abort: AbortController;
  let calls: Promise<unknown>[];
  beforeEach(async () => {
    tools = await toolWindow(service);
    abort = new AbortController();
    const { budget } = await tools.window.session.connect();
    budget.setLimit(perMinute);
    service.clear();
    // Different pages, so that no two calls share a request.
    calls = Array.from({ length: 1_000 }, async (_, index) => {
      const given = { repository: 'alice/website', state: 'all', cursor: `${index * 50}.0` };
      await callTool(tools.services, toolNamed('list_issues'), given, { signal: abort.signal }).catch(
        (error: unknown) => {
          if (!isFailure(error, 'cancelled')) throw error;
        },
      );
    });
  });
  afterEach(async () => {
    abort.abort();
    await Promise.all(calls);
    await tools[Symbol.asyncDispose]();
  });

  const operations = (): string[] => service.requests.map(({ operation }) => operation);
  const click = async (): Promise<void> => {
    const { api } = await tools.window.session.connect();
    await api.milestones.list({ ...at }, {});
  };

  it('use the share of the background only, and ten requests stay for the user', async () => {
    await until(() => operations().length === inBackground);
    for (let count = 0; count < perMinute - inBackground; count += 1) {
      const { api } = await tools.window.session.connect();
      await api.milestones.get({ ...at, number: '1' }, {}).catch(() => undefined);
    }
    const sent = operations();
    assert.equal(sent.length, perMinute);
    assert.deepEqual(new Set(sent.slice(0, inBackground)), new Set(['issues.list']));
    assert.deepEqual(new Set(sent.slice(inBackground)), new Set(['milestones.get']));
  });

  it('let a request of the user go before all that wait', async () => {
    await until(() => operations().length >= 5);
    const before = operations().length;
    await click();
    // At most four requests of the background are on their way, and four more can follow each answer until the click.
    const place = operations().indexOf('milestones.list');
    assert.ok(place - before <= 8, `${place - before} requests went before it`);
    assert.ok(place < inBackground);
  });
});
