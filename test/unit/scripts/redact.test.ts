import assert from 'node:assert/strict';
import { sourceOf, unrecorded } from '../../../scripts/record/inputs.ts';
import { readings } from '../../../scripts/record/recorder.ts';
import { Redactor } from '../../../scripts/record/redact.ts';

const redact = (value: unknown, isError = false): unknown => new Redactor('salt', ['ann']).redacted(value, isError);

describe('npm run record', () => {
  it('has a value for each required input of every operation that reads, or a reason to leave it out', () => {
    for (const { name, endpoint } of readings) {
      if (name in unrecorded) continue;
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, input = '']) => input);
      const inQuery = Object.entries(endpoint.query).flatMap(([input, { optional }]) => (optional ? [] : [input]));
      for (const input of [...inPath, ...inQuery])
        assert.ok(sourceOf(name, input), `scripts/record/inputs.ts has no source for ${input} of ${name}`);
    }
    for (const name of Object.keys(unrecorded))
      assert.ok(
        readings.some((row) => row.name === name),
        name,
      );
  });

  const kept = {
    state: 'opened',
    role_name_cn: '维护者',
    mode: '100644',
    priority: 2,
    issue_type_detail: { title: '缺陷' },
    color: '#d73a4a',
    created_at: '2026-01-31T09:30:00+08:00',
    due_on: '2026-02-28',
    updated_at: '8/24/24 8:47 AM',
    comments: 3,
    private: false,
    body: '',
    milestone: null,
    main_repository_language: ['Go', '#00ADD8'],
  };
  it('keeps times, numbers, flags and values of closed sets', () => assert.deepEqual(redact(kept), kept));

  it('replaces whatever a user wrote, and everything that identifies a person', () => {
    const secret = {
      login: 'ann',
      name: 'Ann Zhang',
      id: 'aabbccddeeff00112233',
      email: 'ann@corp.example',
      avatar_url: 'https://cdn.corp.example/ann.png?token=s3cret',
      html_url: 'https://gitcode.com/ann/site/issues/4',
      ssh_url_to_repo: 'git@gitcode.com:ann/site.git',
      title: 'A secret plan',
      body: '秘密计划',
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI ann@corp',
      content: 'czNjcmV0',
      phone: '13800001111',
      private_token: 'glpat-abcdefghijklmnop',
      state: 'see https://corp.example/s3cret',
      ann: 'x',
    };
    const text = JSON.stringify(redact(secret));
    for (const trace of [
      'ann',
      'Ann',
      'Zhang',
      'corp',
      's3cret',
      'secret',
      '秘密',
      'AAAA',
      'czNj',
      '1380',
      'glpat',
      'aabbcc',
    ])
      assert.ok(!text.includes(trace), `${trace} in ${text}`);
  });

  it('keeps which values are equal, and the form of addresses and ids', () => {
    const { login, owner, id, url, number } = redact({
      login: 'ann',
      owner: { login: 'ann' },
      id: 'aabbccddeeff00112233',
      url: 'https://gitcode.com/ann/site/issues/4',
      number: 1234567,
    }) as Record<string, unknown>;
    assert.deepEqual(owner, { login });
    assert.match(String(id), /^[0-9a-f]{20}$/);
    assert.match(String(url), /^https:\/\/host\.example\/x\w+\/x\w+\/issues\/4$/);
    assert.ok(url?.toString().includes(String(login)));
    assert.match(String(number), /^\d{7}$/);
  });

  it('keeps the message of an error, without names, mails and addresses', () => {
    const body = { error_code: 404, error_message: 'user ann <ann@corp.example> not found at https://corp.example/x' };
    const { error_message } = redact(body, true) as Record<string, unknown>;
    assert.match(String(error_message), /^user x\w+ … not found at …$/);
  });

  it('leaves out all but the first items of a list', () =>
    assert.equal((redact(Array.from({ length: 100 }, () => ({ state: 'open' }))) as unknown[]).length, 20));
});
