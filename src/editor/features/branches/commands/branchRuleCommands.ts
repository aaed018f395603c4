import { l10n } from 'vscode';
import { name, optional } from '../../../../api/contract/field.ts';
import type { BranchRule } from '../../../../api/record/branch.ts';
import { Failure, wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { createOnce, creationAt, onlyPage, type Creation } from '../../../../domain/hosts/creations.ts';
import { ruleInputs } from '../../../../domain/permissions/branchRule.ts';
import type { Ask } from '../../../kit/command.ts';
import type { Changes } from '../../../kit/changes.ts';
import { askFrom, asTyped } from '../../../kit/commands/ask.ts';
import { onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import { askWildcard } from '../../../kit/commands/preview.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';

/** Per the API description the value is `develop`, `admin`, `empty`, or logins joined by semicolons. */
const askWho =
  (placeholder: () => string): Ask<string> =>
  (prompt) =>
    prompt.pick({
      placeholder: placeholder(),
      items: [
        { label: l10n.t('Developers and above'), value: 'develop' },
        { label: l10n.t('Administrators'), value: 'admin' },
        { label: l10n.t('Nobody'), value: 'empty' },
      ],
      typed: (typed) => {
        const choice = asTyped(typed);
        return choice && { ...choice, description: l10n.t('specific users (logins separated by ;)') };
      },
    });

const askPusher = askWho(() => l10n.t('Who can push to these branches?'));
const askMerger = askWho(() => l10n.t('Who can merge into these branches?'));

const askRule: Ask<string> = askFrom(
  () => l10n.t('Which rule?'),
  ({ api, at }, { signal }) => api.branchRules.list.all(at, { signal }),
  (rule) => ({ label: rule.name, value: rule.name }),
);

const askBranches = askWildcard(
  () => l10n.t('Branch name or pattern (* matches any text)'),
  ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
);

export function branchRuleCommands(changes: Changes) {
  const notify = changeNotifier(changes, 'branches');
  const rule = { wildcard: name, pusher: name, merger: name };
  return {
    'sourcehost.branchRule.create': onRepository({
      does: 'Protects the branches that a pattern matches. `pusher` and `merger` are `develop`, `admin`, `empty`, or logins joined by `;`.',
      result: 'the rule',
      needsAccount: true,
      fields: rule,
      ask: { wildcard: askBranches, pusher: askPusher, merger: askMerger },
      run: async (args, on, { signal, silent, again }) => {
        const created = await createOnce(ruleCreation(on, args, signal), { signal, again });
        notify(on, { silent }, 'rules', args.wildcard);
        return created ?? (await ruleNamed(on, args.wildcard, signal));
      },
    }),
    'sourcehost.branchRule.edit': onRepository({
      does: 'Changes the protection of branches. `pusher` and `merger` are as in `branchRule.create`.',
      result: 'the rule',
      needsAccount: true,
      fields: { wildcard: name, pusher: optional(name), merger: optional(name) },
      ask: { wildcard: askRule, pusher: askPusher, merger: askMerger },
      run: async ({ wildcard, pusher, merger }, on, { signal, silent }) => {
        if (pusher === undefined && merger === undefined) {
          throw wrongValue('pusher', requires('oneGiven', 'pusher, merger'));
        }
        const isWhole = pusher !== undefined && merger !== undefined;
        const now = isWhole ? { pusher, merger } : await inputsNow(on, wildcard, signal);
        const inputs = { pusher: pusher ?? now.pusher, merger: merger ?? now.merger };
        await on.api.branchRules.edit({ ...on.at, wildcard, ...inputs }, { signal });
        notify(on, { silent }, 'rules', wildcard);
        return await ruleNamed(on, wildcard, signal);
      },
    }),
    'sourcehost.branchRule.remove': onRepository({
      does: 'Removes the protection of branches.',
      needsAccount: true,
      fields: { wildcard: name },
      ask: { wildcard: askRule },
      run: async ({ wildcard }, on, { signal, silent, confirm }) => {
        await confirm(
          l10n.t('Remove the rule for “{0}”?', wildcard),
          l10n.t('Anyone with push access can then change these branches.'),
          l10n.t('Remove Rule'),
        );
        await on.api.branchRules.remove({ ...on.at, wildcard }, { signal });
        notify(on, { silent });
      },
    }),
  };
}

type NewRule = Readonly<Record<'wildcard' | 'pusher' | 'merger', string>>;

function ruleCreation(on: AtRepository, rule: NewRule, signal: AbortSignal): Creation<BranchRule> {
  return {
    ...creationAt(on.connection, on.name, 'protected_branches'),
    sent: rule,
    send: async () => {
      await on.api.branchRules.create({ ...on.at, ...rule }, { signal });
      return undefined;
    },
    list: () => onlyPage(findRule(on, rule.wildcard, signal)),
    id: ({ name: wildcard }) => wildcard,
    fits: (one) => {
      const { pusher, merger } = ruleInputs(one);
      return pusher === rule.pusher && merger === rule.merger;
    },
  };
}

async function inputsNow(on: AtRepository, wildcard: string, signal: AbortSignal) {
  const rule = await findRule(on, wildcard, signal);
  if (rule !== undefined) return ruleInputs(rule);
  const about = [wildcard];
  throw new Failure('missing', `there is no rule ${wildcard}`, { field: 'wildcard', reason: 'noRule', about });
}

/** The responses of create and edit do not contain the rule, so it is read again. */
const ruleNamed = async (on: AtRepository, wildcard: string, signal: AbortSignal): Promise<unknown> =>
  (await findRule(on, wildcard, signal)) ?? { name: wildcard };

async function findRule(
  { api, at }: AtRepository,
  wildcard: string,
  signal: AbortSignal,
): Promise<BranchRule | undefined> {
  const { items } = await api.branchRules.list(at, { signal });
  return items.find(({ name }) => name === wildcard);
}
