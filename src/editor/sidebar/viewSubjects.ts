import { l10n } from 'vscode';
import type { Subject } from '../kit/changes.ts';

/** What a view of the active repository shows, inside a sentence: “the issues of alice/website”. */
const subjects: Readonly<Partial<Record<Subject, (repository: string) => string>>> = {
  branches: (repository) => l10n.t('the branches of {0}', repository),
  tags: (repository) => l10n.t('the tags of {0}', repository),
  issues: (repository) => l10n.t('the issues of {0}', repository),
  pullRequests: (repository) => l10n.t('the pull requests of {0}', repository),
  milestones: (repository) => l10n.t('the milestones of {0}', repository),
  releases: (repository) => l10n.t('the releases of {0}', repository),
  runs: (repository) => l10n.t('the runs of {0}', repository),
  members: (repository) => l10n.t('the members of {0}', repository),
  webhooks: (repository) => l10n.t('the webhooks of {0}', repository),
};

export function viewSubject(subject: Subject, repository: string): string {
  return subjects[subject]?.(repository) ?? repository;
}
