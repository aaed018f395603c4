import type { Repository } from '../../api/record/repository.ts';
import { isFailure } from '../../core/errors.ts';
import { isArchived } from '../../domain/hosts/knownRepositories.ts';
import { gather, gatherRecords } from '../kit/output.ts';
import { inBackground, openFiles, openRepository } from '../kit/place.ts';
import { commonInputs, cursorFields, placeFields, readTool } from '../kit/tool.ts';

type RepositoryRow = Readonly<Record<'repository' | 'host' | 'by', string>>;

export const listRepositories = readTool({
  name: 'sourcehost_list_repositories',
  title: 'List Repositories',
  description: `Begin here: lists the only repositories that tools may use. ${commonInputs}`,
  fields: cursorFields,
  record: ['repository', 'host', 'by'],
  async run(services, { cursor }) {
    const all = await services.allowed();
    const records = all.map(({ host, owner, repo, by }) => ({ repository: `${owner}/${repo}`, host, by }));
    const summary =
      all.length === 0 ? `No repository may be used. ${services.howToAllow}` : `${all.length} repositories`;
    return { summary, ...(await gatherRecords(records, cursor, rows)) };
  },
});

const rows = {
  row: ({ repository, host, by }: RepositoryRow): string => `${repository} (host ${host}, ${by})`,
  record: (record: RepositoryRow): RepositoryRow => record,
};

const mostBranches = 20;

export const getRepository = readTool({
  name: 'sourcehost_get_repository',
  title: 'Repository Overview',
  description: 'Default branch, latest commit, newest branches and root folder of a repository.',
  fields: { ...placeFields, ...cursorFields },
  async run(services, input, signal) {
    const options = inBackground(signal);
    const { name, title } = await openRepository(services, input);
    // The branches tell what to use in place of a default branch that was removed.
    const { repository: record, branches } = await services.repositories.readOverview(name, options);
    const remote = await openFiles(services, input, signal).then((opened) => opened.remote, ifNoSuchRef);
    const root = await remote?.list('', options);
    const head = await remote?.head(options);
    const commit = head?.commit === undefined ? '' : `, commit ${head.commit}`;
    const rows = [
      ...recordRows(record),
      `branch in use: ${head === undefined ? 'it does not exist' : `${head.name}${commit}`}`,
      ...branches.slice(0, mostBranches).map((one) => `branch ${one.name}`),
      ...[...(root ?? [])].map(([entry, { kind }]) => `${kind} ${entry}`),
    ];
    return { summary: `Overview of ${title}`, ...(await gather(rows, input.cursor)) };
  },
});

function ifNoSuchRef(error: unknown): undefined {
  if (!isFailure(error) || error.reason !== 'noSuchRef') throw error;
}

function recordRows(record: Repository): string[] {
  const { description, default_branch: branch, language, open_issues_count: issues, updated_at: updated } = record;
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['description', description],
    ['default branch', branch],
    ['language', language],
    ['open issues', issues],
    ['updated', updated],
    ['archived', isArchived(record) ? 'yes' : undefined],
  ];
  return rows.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [`${key}: ${value}`]));
}
