import assert from 'node:assert/strict';
import { branchesOfIssue, relateBranch } from '../../../../src/domain/issues/issueBranches.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { inApi } from '../../../../src/domain/hosts/source.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session, type Session } from '../../../kit/remoteFiles.ts';
import { freshService } from '../../kit/suiteService.ts';

const name = { host: 'local', owner: 'alice', repo: 'website' };

describe('The branches of an issue', () => {
  const service = freshService();
  let one: Session;
  let features: HostFeatures;
  beforeEach(() => {
    one = session(service);
    features = new HostFeatures(memoryStorage());
  });

  const place = async () => ({ connection: await one.connect(), name, number: '3' });
  const relate = async (branch: string): Promise<void> => await relateBranch(features, await place(), branch, {});
  const stored = () => service.state.repositories.get('alice/website')!.issues.get(3)!.relatedBranches;

  it('keep those of others when one is added, and stay as they are when it is there', async () => {
    await (await place()).connection.api.issueBranches.set({ ...inApi(name), number: 3, branch_names: ['develop'] });
    await relate('main');
    assert.deepEqual(stored(), ['develop', 'main']);
    service.clear();
    await relate('main');
    assert.deepEqual(
      service.requests.map(({ operation }) => operation),
      ['issueBranches.list'],
    );
    assert.deepEqual(await branchesOfIssue(features, await place(), {}), ['develop', 'main']);
  });

  it('are read back: a success without the branch is no success', async () => {
    service.fail({ operation: 'issueBranches.set', fault: { kind: 'answer', status: 200, json: ['main'] } });
    const { reason, about } = await rejection(relate('main'), 'refused');
    assert.deepEqual([reason, about], ['notRelated', ['#3', 'main']]);
  });

  it('are not asked for again that day where the host has none', async () => {
    service.set({ habits: { optionalOperations: '404' } });
    await rejection(relate('main'), 'unsupported');
    service.clear();
    await rejection(relate('main'), 'unsupported');
    assert.deepEqual(service.requests, []);
  });
});
