import assert from 'node:assert/strict';
import {
  draftFrom,
  findTemplates,
  templateSettings,
} from '../../../../../src/domain/documents/assist/issueTemplates.ts';
import { nearest } from '../../../../../src/domain/documents/assist/nearest.ts';
import { Vocabulary } from '../../../../../src/domain/documents/assist/vocabulary.ts';
import type { RepositoryName } from '../../../../../src/domain/hosts/address.ts';
import { HostFeatures } from '../../../../../src/domain/hosts/hostFeatures.ts';
import {
  findMentionedPullRequest,
  pullRequestsOfIssue,
} from '../../../../../src/domain/pullRequests/findPullRequest.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { asked, session } from '../../../../kit/remoteFiles.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { suiteService } from '../../../kit/suiteService.ts';
import { within } from '../../../../budgets.ts';

const website: RepositoryName = { host: 'local', owner: 'alice', repo: 'website' };

describe('Vocabulary', () => {
  const service = suiteService();
  let words: Vocabulary;
  beforeEach(() => {
    words = source();
  });
  const source = (): Vocabulary => {
    const features = new HostFeatures(memoryStorage());
    return new Vocabulary(session(service).connections, {
      find: (...asked) => findMentionedPullRequest(features, ...asked),
      ofIssue: (...asked) => pullRequestsOfIssue(features, ...asked),
    });
  };
  const operations = async (work: () => Promise<unknown>): Promise<string[]> => await asked(service, work);

  it('requests lists once for all callers, and again after forget', async () => {
    const all = (): Promise<unknown> =>
      Promise.all([words.labels(website), words.labels(website), words.issues(website), words.milestones(website)]);
    within(2, await operations(all));
    assert.deepEqual(await operations(all), []);
    words.forget(website, 'issues');
    words.forget(website, 'milestones');
    assert.equal((await operations(all)).length, 2);
    assert.equal((await operations(() => words.refs(website))).length, 2);
    words.forget(website, 'tags');
    words.forget(website, 'something else');
    assert.equal((await operations(() => words.refs(website))).length, 2);
  });

  it('does not call a milestone missing that can be after the first 100', async () => {
    const has = (title: string): Promise<boolean | undefined> => words.hasMilestone(website, title);
    assert.equal(await has('never'), false);
    words.forget(website, 'milestones');
    const json = Array.from({ length: 100 }, (_, at) => ({ number: at + 1, title: `Sprint ${at}` }));
    service.fail({ operation: 'milestones.list', fault: { kind: 'answer', status: 200, json } });
    assert.deepEqual([await has('Sprint 7'), await has('Sprint 500')], [true, undefined]);
  });

  it('sorts labels by their number of issues, with their colours and descriptions', async () => {
    const labels = await words.labels(website);
    const counts = labels.map(({ issues }) => issues);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => other - one),
    );
    assert.match(labels[0]?.color ?? '', /^#[0-9a-f]{6}$/);
    assert.equal(labels.find(({ name }) => name === 'bug')?.description, 'Something is broken');
  });

  it('tells the colours of labels once their issues are loaded, without a request', async () => {
    const colors = await operations(async () => assert.equal((await words.loadedColors(website)).size, 0));
    assert.deepEqual(colors, []);
    const labels = await words.labels(website);
    const asked = await operations(async () => {
      const loaded = await words.loadedColors(website);
      for (const { name, color } of labels) assert.equal(loaded.get(name), color);
      assert.equal(loaded.size, labels.length);
    });
    assert.deepEqual(asked, []);
  });

  it('returns members and people who appear on issues', async () => {
    const members = await words.people(website);
    assert.ok(members.length > 1 && members.every(({ member }) => member === true));
    await service.act({
      do: 'call',
      operation: 'issues.create',
      as: 'newcomer',
      params: { ...website, title: 'Hello' },
    });
    await words.issues(website);
    assert.deepEqual((await words.people(website)).find(({ login }) => login === 'newcomer')?.member, false);
    assert.deepEqual(await operations(() => words.isMember(website, 'bob')), []);
    assert.equal(await words.isMember(website, 'bob'), true);
    assert.equal(await words.isMember(website, 'newcomer'), false);
    words.forget(website, 'members');
    within(2, await operations(() => words.isMember(website, 'newcomer')));
  });

  it('returns the account first, and the owner if a person owns the repository, whom the host does not list', async () => {
    const listed = { kind: 'answer', status: 200, json: [{ id: 3, login: 'carol' }] } as const;
    const found = async (repository: RepositoryName): Promise<unknown> => {
      words = source();
      service.fail({ operation: 'members.list', fault: listed });
      return (await words.people(repository)).map(({ login, member }) => [login, member]);
    };
    const carol = ['carol', true];
    assert.deepEqual(await found(website), [['alice', undefined], carol]);
    assert.deepEqual(await found({ ...website, owner: 'bob', repo: 'dotfiles' }), [
      ['alice', undefined],
      carol,
      ['bob', true],
    ]);
    assert.deepEqual(await found({ ...website, owner: 'acme', repo: 'platform' }), [['alice', undefined], carol]);
  });

  it('returns an issue, a user or undefined', async () => {
    assert.equal((await words.issue(website, '1'))?.number, '1');
    assert.equal(await words.issue(website, '999999'), undefined);
    await words.issues(website);
    const newest = (await words.issues(website))[0]?.number ?? '';
    assert.deepEqual(await operations(() => words.issue(website, newest)), []);
    assert.equal((await words.user('local', 'bob'))?.login, 'bob');
    assert.equal(await words.user('local', 'nobody-at-all'), undefined);
    assert.ok((await words.issueTypes({ ...website, owner: 'acme' })).length > 0);
    assert.deepEqual(await words.issueTypes(website), []);
  });

  it('requests a pull request and those of an issue once, and nothing again from a host without pull requests', async () => {
    const read = (number: string) => words.pullRequest(website, number);
    const served = await operations(async () => {
      for (let time = 0; time < 2; time += 1) assert.equal((await read('41'))?.title, 'Begin the login page');
    });
    assert.deepEqual(served, ['pullRequests.get']);
    assert.equal(await read('99999'), undefined);
    const ofIssue = await operations(async () => {
      for (let time = 0; time < 2; time += 1) {
        const pulls = await words.pullRequestsOfIssue(website, '3');
        assert.ok(pulls?.some(({ number }) => number === '41'));
      }
    });
    assert.deepEqual(ofIssue, ['pullRequests.ofIssue']);
    words.forget(website, 'pullRequests');
    for (const optionalOperations of ['404', '405'] as const) {
      words = source();
      service.set({ habits: { optionalOperations } });
      try {
        assert.equal(await read('41'), undefined);
        assert.equal(await words.pullRequestsOfIssue(website, '3'), undefined);
        const others = () => words.pullRequestsOfIssue(website, '4');
        assert.deepEqual(await operations(async () => assert.equal(await others(), undefined)), []);
        assert.deepEqual(await operations(async () => assert.equal(await read('42'), undefined)), []);
      } finally {
        service.set({ habits: { optionalOperations: 'served' } });
      }
    }
  });

  it('throws a failure to the caller and requests again the next time', async () => {
    service.fail({ operation: 'users.get', fault: { kind: 'error', status: 403 }, times: 1 });
    await rejection(words.user('local', 'carol'), 'forbidden');
    assert.equal((await words.user('local', 'carol'))?.login, 'carol');
  });

  it('finds templates for new issues, as Markdown or as a form', async () => {
    const files = {
      '.gitcode/ISSUE_TEMPLATE/bug report.md': '---\nname: Bug\ntitle: "[bug] "\nlabels: bug\n---\nWhat happened?\n',
      '.gitcode/ISSUE_TEMPLATE/idea.yml':
        'name: Idea\nbody:\n  - type: textarea\n    attributes:\n      label: What for?\n',
      '.gitcode/ISSUE_TEMPLATE/config.yml': 'blank_issues_enabled: true\n',
    };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    const { api } = await session(service).connect();
    const place = { api, repository: website, login: 'alice' };
    const { templates: found, settings } = await findTemplates(place);
    assert.equal(settings, '.gitcode/ISSUE_TEMPLATE/config.yml');
    assert.deepEqual(found.map(({ name }) => name).sort(), ['bug', 'bug report', 'feature', 'idea', '问题反馈']);
    const drafts = await Promise.all(found.map((template) => draftFrom(place, template)));
    assert.ok(drafts.some(({ title, body }) => title?.startsWith('[bug]') === true && body.includes('What happened?')));
    assert.ok(drafts.some(({ body }) => body.includes('What for?')));
    await rejection(draftFrom(place, { path: 'docs', name: 'a folder' }), 'unreadable');
  });

  it('reads templates in GB18030 and of one language, and the settings of the templates, each with one request', async () => {
    const gbk = Buffer.from(
      'bmFtZTogyLHP3Qpib2R5OgotIHR5cGU6IGlucHV0CiAgYXR0cmlidXRlczogeyBsYWJlbDogsOaxviB9Cg==',
      'base64',
    );
    const files = {
      '.gitee/ISSUE_TEMPLATE.zh-CN.md': '请说明\n',
      '.gitee/ISSUE_TEMPLATE/缺陷.yml': { base64: gbk.toString('base64') },
      '.github/ISSUE_TEMPLATE/config.yaml':
        'blank_issues_enabled: false\ncontact_links:\n- { name: Forum, url: "https://example.org/f", about: Ask }\n',
    };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    const { api } = await session(service).connect();
    const place = { api, repository: website, login: 'alice' };
    service.clear();
    const { templates } = await findTemplates(place);
    const draft = async (path: string) => {
      const found = templates.find((one) => one.path === path);
      assert.ok(found, path);
      return await draftFrom(place, found);
    };
    assert.equal((await draft('.gitee/ISSUE_TEMPLATE.zh-CN.md')).body, '请说明\n');
    assert.equal((await draft('.gitee/ISSUE_TEMPLATE/缺陷.yml')).body, '### 版本\n\n\n');
    assert.deepEqual(await templateSettings(place, '.github/ISSUE_TEMPLATE/config.yaml'), {
      allowsBlank: false,
      links: [{ name: 'Forum', about: 'Ask', url: 'https://example.org/f' }],
    });
    assert.deepEqual(await templateSettings(place, undefined), { allowsBlank: true, links: [] });
    assert.equal(service.requests.length, 4);
    const empty = await findTemplates({ ...place, repository: { ...website, repo: 'empty' } });
    assert.deepEqual(empty, { templates: [], settings: undefined });
  });
});

describe('nearest', () => {
  it('returns the names with the fewest letters added, removed, changed or swapped first', () => {
    assert.deepEqual(nearest('mian', ['main', 'release', 'man']), ['main', 'man']);
    assert.deepEqual(nearest('dev', ['develop', 'main']), ['develop']);
    assert.deepEqual(nearest('questoin', ['question', 'bug']), ['question']);
    assert.deepEqual(nearest('zzz', ['main', 'release']), []);
  });
});
