import assert from 'node:assert/strict';
import { runCommands } from '../../../../src/domain/conversation/robots.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { findPullRequest } from '../../../../src/domain/pullRequests/findPullRequest.ts';
import { noteReports } from '../../../../src/domain/runs/ciReports.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

describe('the reports of a robot', () => {
  const clients = Clients.ofSuite();

  it('tell the newest state, about the present head, and the commands that the robot reads', async () => {
    const name = { host: 'local', owner: 'carol', repo: 'game' };
    const connection = await session(clients.service, { login: 'carol', fetch: clients.fetch }).connect();
    const features = new HostFeatures(memoryStorage());
    const { head } = await findPullRequest(features, connection, name, '7', {});
    const at = { connection, name, kind: 'pullRequests', number: '7' } as const;
    const { discussions } = await new Conversations(features).whole(at, {});
    assert.deepEqual(
      noteReports(discussions, head.sha).map(({ about, note }) => [about, note?.name, note?.number, note?.state]),
      [['head', 'score-checks', '2', '已完成']],
      `the head is ${head.sha}`,
    );
    assert.deepEqual(runCommands(discussions, 'repeat'), ['compile', 'retry <任务名>']);
    assert.deepEqual(runCommands(discussions, 'stop'), ['stop']);
  });
});
