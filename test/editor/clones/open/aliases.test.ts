import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { RemoteService } from '../../../kit/remoteService.ts';
import { until } from '../../../kit/until.ts';
import { signIn } from '../../kit/signIn.ts';
import { tidy } from '../../kit/tidy.ts';
import { TestClones, type TestClone } from './clone.ts';

describe('a clone whose remote has an alias', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  const clones = new TestClones();
  let clone: TestClone;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    clone = await clones.open('aliased', `${service.url}/alice/website.git`, 'README.md');
  });
  after(async () => {
    await tidy();
    await clones.dispose();
    await service.reset();
  });

  const links = async (): Promise<string[]> => {
    const providers = TestClones.git.model.getSourceControlHistoryItemDetailsProviders();
    const texts = await Promise.all(
      providers.map(async (one) => await one.provideMessageLinks(clone.opened, 'Fix #1')),
    );
    return texts.filter((text) => text !== undefined && text !== null);
  };

  /** Gives the clone another remote address, and waits until the git extension has it. */
  async function setAddress(address: string): Promise<void> {
    await clone.git('remote', 'set-url', 'origin', address);
    await clone.opened.status();
    await until(() => clone.opened.state.remotes[0]?.fetchUrl === address);
  }

  it('has its links and its commits on the host, as git uses the address', async () => {
    await clone.git('config', `url.${service.url}/.insteadOf`, 'work:');
    await setAddress('work:alice/website.git');
    await until(async () => (await links()).length > 0);
    assert.deepEqual(await links(), [`Fix [#1](${service.url}/alice/website/issues/1)`]);
    const uri = clone.file('README.md');
    const sha = await clone.git('rev-parse', 'HEAD');
    assert.equal(
      await commands.executeCommand('sourcehost.file.copyPermalink', { uri, lines: [1, 1] }),
      `${service.url}/alice/website/blob/${sha}/README.md#L1`,
    );
  });

  it('has links too if only its pushes go to the host', async () => {
    await clone.git('config', `url.${service.url}/.pushInsteadOf`, 'https://mirror.example/');
    await setAddress('https://mirror.example/alice/website.git');
    await until(async () => (await links()).length > 0);
    assert.deepEqual(await links(), [`Fix [#1](${service.url}/alice/website/issues/1)`]);
  });

  it('stays unknown at another host', async () => {
    await setAddress('other:alice/website.git');
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(await links(), []);
  });
});
