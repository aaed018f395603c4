import { l10n } from 'vscode';
import { organizations } from '../../api/endpoints/organizations.ts';
import { milestones } from '../../api/endpoints/milestones.ts';
import { own } from '../../api/endpoints/users.ts';
import { flag, name, optional } from '../../api/contract/field.ts';
import { nobodySignedIn } from '../../core/errors.ts';
import { fullName } from '../../domain/hosts/address.ts';
import {
  MilestoneFilter,
  OrganizationFilter,
  OrganizationsFilter,
  RepositoryFilter,
  repositoryLine,
} from '../../domain/issues/queries.ts';
import { milestonesList, type Filters } from '../kit/rows/filters.ts';
import { organizationsList, ownRepositoriesList } from './accountRows.ts';
import { organizationList } from '../features/organizations/organizationRows.ts';
import { command, only, type Invocation } from '../kit/command.ts';
import { Prompt } from '../kit/prompts/prompt.ts';
import { queryOf, queryText } from '../../domain/queries/queryLine.ts';
import { askQuery } from '../kit/rows/queryPrompt.ts';
import { titleWith } from '../kit/commands/questionTitle.ts';
import { hostFields } from '../kit/commands/target.ts';

const { affiliation, direction, q, sort, visibility } = own.repositories.query;
const repositoryFields = { affiliation, direction, q, sort, visibility };
const repositoryTypes = { type: organizations.repositories.query.type };
const milestoneFields = { state: milestones.list.query.state };
const organizationFields = { admin: optional(flag) };

/** Commands that filter the lists of the views. Without arguments a user is asked and a program clears the filter. */
export function filterCommands(filters: Filters) {
  return {
    'sourcehost.repository.filter': command({
      does: 'Selects which repositories are listed: your own, or with `org` those of an organization.',
      fields: { ...repositoryFields, ...repositoryTypes, org: optional(name), ...hostFields },
      runAsks: ['type', 'q', 'visibility', 'affiliation', 'sort', 'direction'],
      run: async (args, invocation) => {
        const { connection, account, login } = await at(invocation, args);
        if (args.org !== undefined) {
          const list = organizationList(connection.host.id, args.org);
          const filter = only(repositoryTypes, args);
          const current = filters.get(list, OrganizationFilter) ?? {};
          await filters.set(list, asks(invocation, filter) ? await askVisibility(current, args.org) : filter);
          return;
        }
        const list = ownRepositoriesList(account);
        const filter = only(repositoryFields, args);
        const current = filters.get(list, RepositoryFilter) ?? {};
        const title = titleWith(l10n.t('Filter Repositories'), login);
        await filters.set(
          list,
          asks(invocation, filter)
            ? queryOf(
                repositoryLine,
                await askQuery({ title, line: repositoryLine, start: queryText(repositoryLine, current) }),
              )
            : filter,
        );
      },
    }),
    'sourcehost.organization.filter': command({
      does: 'Selects which organizations are listed.',
      fields: { ...organizationFields, ...hostFields },
      runAsks: ['admin'],
      run: async (args, invocation) => {
        const { account, login } = await at(invocation, args);
        const filter = only(organizationFields, args);
        const current = filters.get(organizationsList(account), OrganizationsFilter) ?? {};
        await filters.set(
          organizationsList(account),
          asks(invocation, filter) ? await askAdmin(current, login) : filter,
        );
      },
    }),
    'sourcehost.milestone.filter': command({
      does: 'Selects what the view Milestones lists.',
      fields: milestoneFields,
      runAsks: ['state'],
      run: async (args, invocation) => {
        const filter = only(milestoneFields, args);
        const current = filters.get(milestonesList, MilestoneFilter) ?? {};
        await filters.set(milestonesList, asks(invocation, filter) ? await askState(current, invocation) : filter);
      },
    }),
  };
}

const asks = ({ origin }: Invocation, filter: object): boolean => origin !== 'code' && Object.keys(filter).length === 0;

async function at({ places }: Invocation, args: Parameters<Invocation['places']['connection']>[0]) {
  const connection = await places.connection(args);
  if (connection.account === undefined) throw nobodySignedIn();
  return { connection, account: connection.account.id, login: connection.account.login };
}

async function askVisibility(current: OrganizationFilter, org: string): Promise<OrganizationFilter> {
  const type = await new Prompt({ title: titleWith(l10n.t('Filter Repositories'), org) }).pick({
    placeholder: l10n.t('Which repositories?'),
    items: [
      { label: l10n.t('All Repositories'), value: 'all' as const },
      { label: l10n.t('Public Repositories'), value: 'public' as const },
      { label: l10n.t('Private Repositories'), value: 'private' as const },
    ],
    active: (value) => value === (current.type ?? 'all'),
  });
  return { type };
}

async function askAdmin(current: OrganizationsFilter, login: string): Promise<OrganizationsFilter> {
  const admin = await new Prompt({ title: titleWith(l10n.t('Filter Organizations'), login) }).pick({
    placeholder: l10n.t('Which organizations?'),
    items: [
      { label: l10n.t('All Organizations'), value: false },
      { label: l10n.t('Organizations I Administer'), value: true },
    ],
    active: (value) => value === (current.admin ?? false),
  });
  return { admin };
}

async function askState(current: MilestoneFilter, { places }: Invocation): Promise<MilestoneFilter> {
  const active = places.active();
  const state = await new Prompt({ title: titleWith(l10n.t('Filter Milestones'), active && fullName(active)) }).pick({
    placeholder: l10n.t('Which milestones?'),
    items: [
      { label: l10n.t('Open Milestones'), value: 'open' as const },
      { label: l10n.t('Closed Milestones'), value: 'closed' as const },
      { label: l10n.t('All Milestones'), value: 'all' as const },
    ],
    active: (value) => value === (current.state ?? 'open'),
  });
  return { state };
}
