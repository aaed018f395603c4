import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { Webhook } from '../../../src/api/record/webhook.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const secrets = ['user-part', 'pass-part', 'query-part'];
const shown = 'http://127.0.0.1:9/hooks/first';
const url = `${shown.replace('//', `//${secrets[0]}:${secrets[1]}@`)}?token=${secrets[2]}`;

describe('the secrets in the address of a webhook', () => {
  const service = new RemoteService();
  const person = new Person();
  const start = (id: string): Promise<unknown> => Promise.resolve(commands.executeCommand(`sourcehost.webhook.${id}`));

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' });
    await commands.executeCommand('sourcehost.webhook.create', { host: 'local', repository: 'alice/website', url });
    person.told.length = 0;
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await tidy();
    await service.reset();
  });

  const silent = (...texts: readonly string[]): void => {
    for (const secret of secrets) for (const text of texts) assert.ok(!text.includes(secret), `${secret} in ${text}`);
  };

  it('are in no list, page, confirmation or message', async () => {
    using pages = new ShownPages();
    const showing = start('show');
    silent(
      ...(await person.picks(shown)).items.flatMap(({ label, description, detail }) => [
        label,
        description ?? '',
        detail ?? '',
      ]),
    );
    await person.waitsFor(showing);
    const page = pages.sections.get('head') ?? '';
    assert.match(page, /<dd>http:\/\/127\.0\.0\.1:9\/hooks\/first<\/dd>/);
    silent(page);

    const testing = start('test');
    await person.picks(shown);
    const told = await person.answers(/^The delivery to http:\/\/127\.0\.0\.1:9\/hooks\/first failed with \d+: /);
    silent(told.text);
    await person.waitsFor(testing);

    const removing = start('remove');
    await person.picks(shown);
    await person.answers(/^Remove the webhook to http:\/\/127\.0\.0\.1:9\/hooks\/first\?$/, 'Remove Webhook');
    await person.waitsFor(removing);
    silent(...person.told.flatMap(({ text, detail }) => [text, detail]));
  });

  it('are in no failure, also if the service repeats the address', async () => {
    const words = `cannot reach ${url}`;
    await service.fail({ operation: 'webhooks.create', fault: { kind: 'error', status: 400, words } });
    const args = { host: 'local', repository: 'alice/website', url };
    await assert.rejects(
      async () => commands.executeCommand('sourcehost.webhook.create', args),
      (error: Error) => {
        assert.match(error.message, /cannot reach/);
        silent(error.message);
        return true;
      },
    );
  });
});

describe('a webhook', () => {
  const service = new RemoteService();
  const at = { host: 'local', repository: 'alice/website' };
  const webhook = async (id: string, args: object): Promise<Webhook> =>
    await commands.executeCommand(`sourcehost.webhook.${id}`, { ...at, ...args });

  after(async () => {
    await tidy();
    await service.reset();
  });

  it('keeps its events when only its address is edited, also at a service that clears the flags it does not get', async () => {
    await service.reset();
    await signIn(service, 'alice');
    const { id } = await webhook('create', { url: shown, tag_push_events: true, note_events: true });
    await service.set({ habits: { hookFlags: 'cleared' } });
    await webhook('edit', { id, url: `${shown}/new` });
    const { url: address, push_events, tag_push_events, issues_events, note_events } = await webhook('show', { id });
    assert.equal(address, `${shown}/new`);
    assert.deepEqual(
      { push_events, tag_push_events, issues_events, note_events },
      { push_events: false, tag_push_events: true, issues_events: false, note_events: true },
    );
    assert.deepEqual(await service.violations(), []);
  });
});
