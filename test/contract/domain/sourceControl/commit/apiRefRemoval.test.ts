import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../../src/domain/hosts/hostFeatures.ts';
import type { Source } from '../../../../../src/domain/hosts/source.ts';
import { ApiRefRemoval } from '../../../../../src/domain/sourceControl/commit/apiRefRemoval.ts';
import { readRemovableBranch } from '../../../../../src/domain/sourceControl/commit/refRemoval.ts';
import { named } from '../../../../kit/localGit.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { session } from '../../../../kit/remoteFiles.ts';
import { Clients } from '../../../kit/clients.ts';

const repository = 'alice/website';
const website = { owner: 'alice', repo: 'website' };

describe('ApiRefRemoval', () => {
  const clients = Clients.ofSuite();
  let removal: ApiRefRemoval;
  let count = 0;
  beforeEach(() => (removal = new ApiRefRemoval(new HostFeatures(memoryStorage()))));

  const sourceOf = (): Source => ({
    ...named(repository),
    connect: session(clients.service, { fetch: clients.fetch }).connect,
  });
  const served = async (ref: string): Promise<string> =>
    await (await clients.service.repository(repository)).git(['for-each-ref', '--format=%(refname)', ref]);
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  async function newBranch(): Promise<string> {
    const branch = `by-api/${(count += 1)}`;
    await clients.service.act({ do: 'push', repository, branch, files: { 'only-here.txt': `${branch}\n` } });
    clients.service.clear();
    return branch;
  }
  async function newTag(): Promise<string> {
    const tag_name = `by-api-${(count += 1)}`;
    await clients.as('alice').tags.create({ ...website, refs: 'main', tag_name });
    clients.service.clear();
    return tag_name;
  }

  it('removes a branch and a tag', async () => {
    const [branch, tag] = [await newBranch(), await newTag()];
    await removal.remove(sourceOf(), await readRemovableBranch(sourceOf(), branch, {}), {});
    await removal.removeTag(sourceOf(), await removal.readTag(sourceOf(), tag, {}), {});
    assert.deepEqual([await served(`refs/heads/${branch}`), await served(`refs/tags/${tag}`)], ['', '']);
    await rejection(removal.readTag(sourceOf(), tag, {}), 'missing');
  });

  it('leaves a branch that moved since it was read', async () => {
    const branch = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    await clients.service.act({ do: 'push', repository, branch, files: { 'later.txt': 'later\n' }, as: 'bob' });
    assert.equal((await rejection(removal.remove(sourceOf(), read, {}), 'conflict')).reason, 'branchMoved');
    assert.equal(sent('refs.removeBranch'), 0);
  });

  it('leaves a tag that names another commit since it was read', async () => {
    const tag = await newTag();
    const read = await removal.readTag(sourceOf(), tag, {});
    const { git } = await clients.service.repository(repository);
    await git(['update-ref', `refs/tags/${tag}`, 'main~1']);
    assert.equal((await rejection(removal.removeTag(sourceOf(), read, {}), 'conflict')).reason, 'branchMoved');
    assert.equal(sent('refs.removeTag'), 0);
    assert.equal(await served(`refs/tags/${tag}`), `refs/tags/${tag}`);
  });

  it('finds out after a lost answer whether the ref is gone, and sends nothing twice', async () => {
    const [branch, tag] = [await newBranch(), await newTag()];
    const read = await readRemovableBranch(sourceOf(), branch, {});
    for (const operation of ['refs.removeBranch', 'refs.removeTag'])
      clients.service.fail({ operation, fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
    await removal.remove(sourceOf(), read, {});
    await removal.removeTag(sourceOf(), await removal.readTag(sourceOf(), tag, {}), {});
    assert.deepEqual([sent('refs.removeBranch'), sent('refs.removeTag')], [1, 1]);
    assert.deepEqual([await served(`refs/heads/${branch}`), await served(`refs/tags/${tag}`)], ['', '']);
    const other = await readRemovableBranch(sourceOf(), await newBranch(), {});
    const fault = { kind: 'reset', at: 'headers', done: false } as const;
    clients.service.fail({ operation: 'refs.removeBranch', fault, times: 1 });
    await rejection(removal.remove(sourceOf(), other, {}), 'unreachable');
    assert.equal(await served(`refs/heads/${other.name}`), `refs/heads/${other.name}`);
  });

  for (const optionalOperations of ['404', '405'] as const)
    it(`says that a host that answers ${optionalOperations} cannot, and asks it once`, async () => {
      const [branch, tag] = [await newBranch(), await newTag()];
      clients.habit({ optionalOperations });
      const read = await readRemovableBranch(sourceOf(), branch, {});
      for (let time = 0; time < 2; time += 1) {
        const refused = await rejection(removal.remove(sourceOf(), read, {}), 'unsupported');
        assert.match(refused.message, /alice\/website\/branches/);
        const object = await removal.readTag(sourceOf(), tag, {});
        await rejection(removal.removeTag(sourceOf(), object, {}), 'unsupported');
      }
      assert.equal(clients.service.requests.filter(({ method }) => method === 'DELETE').length, 2);
    });
});
