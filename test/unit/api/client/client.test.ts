import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { fakeApi, token } from '../../../kit/fakeApi.ts';

const place = { owner: 'alice', repo: 'website' };
const taken = { status: 409, body: { message: 'it is there' } };

async function failureOfCall(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure);
  return error;
}

describe('a Failure of a call', () => {
  it('has the login of the account that sent the request', async () => {
    const { api } = fakeApi(() => ({ status: 403, body: {} }), { account: 'alice' });
    assert.equal((await failureOfCall(api.repositories.get(place))).account, 'alice');
    const signedOut = fakeApi(() => ({ status: 403, body: {} }));
    assert.equal((await failureOfCall(signedOut.api.repositories.get(place))).account, undefined);
  });

  it('has the name that is taken', async () => {
    const { api } = fakeApi(() => taken);
    const branch = await failureOfCall(api.branches.create({ ...place, refs: 'main', branch_name: 'fix' }));
    assert.deepEqual([branch.kind, branch.reason, branch.about], ['conflict', undefined, ['fix']]);
    const repository = await failureOfCall(api.own.createRepository({ name: 'My Site', path: 'site' }));
    assert.deepEqual(repository.about, ['site']);
    // An issue needs no name of its own.
    const issue = await failureOfCall(api.issues.create({ ...place, title: 'A title' }));
    assert.deepEqual([issue.kind, issue.about], ['conflict', undefined]);
  });

  it('never has the token, also if it was given as a name', async () => {
    const { api } = fakeApi(() => taken);
    const failure = await failureOfCall(api.branches.create({ ...place, refs: 'main', branch_name: token }));
    assert.deepEqual(failure.about, ['…']);
  });
});
