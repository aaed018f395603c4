import { l10n } from 'vscode';
import type { WorkflowDoubt } from '../../../domain/runs/workflowCheck.ts';

/** What the keys of workflow files mean, by their names. */
const meanings: Readonly<Record<string, () => string>> = {
  on: () => l10n.t('The events that start the workflow: a map, such as “push: {}”.'),
  push: () => l10n.t('A push to a branch or tag.'),
  pull_request: () => l10n.t('A pull request was opened, or its head changed.'),
  pull_request_target: () => l10n.t('As “pull_request”, with the files of the target branch.'),
  pull_request_comment: () => l10n.t('A comment on a pull request. “comments” are patterns for its text.'),
  issue_comment: () => l10n.t('A comment on an issue.'),
  schedule: () => l10n.t('Times as cron, in UTC, at least five minutes apart, for the default branch.'),
  workflow_dispatch: () => l10n.t('Somebody starts it by hand. Each input needs “type: string”.'),
  workflow_call: () => l10n.t('Another workflow calls this one. Calls can be two levels deep.'),
  paths: () => l10n.t('The files whose change starts it: the host looks at 300. Not together with “paths-ignore”.'),
  'paths-ignore': () => l10n.t('The files whose change does not start it. Not together with “paths”.'),
  stages: () => l10n.t('The stages, one after another: a map, each with an id.'),
  fail_fast: () => l10n.t('Whether a failure leaves out the next stages.'),
  jobs: () => l10n.t('The jobs, beside each other: a map, each with an id.'),
  post: () => l10n.t('What runs after all stages, also after a failure.'),
  name: () => l10n.t('A name for people. Each job and step needs one.'),
  'runs-on': () => l10n.t('The machine: a list, such as [ubuntu-latest, x64, small].'),
  needs: () => l10n.t('The jobs that must end before this job starts.'),
  steps: () => l10n.t('The steps, one after another, at most 16.'),
  uses: () =>
    l10n.t('A plugin by its name without an owner, such as “checkout”, or “owner/repo@ref”. A job can use a workflow.'),
  run: () => l10n.t('The commands. Several lines, or a line with a colon, need “|”.'),
  with: () => l10n.t('The inputs of the plugin.'),
  if: () => l10n.t('The condition as an expression, such as ${{ always() }}.'),
  env: () => l10n.t('Variables of the environment.'),
  inputs: () => l10n.t('What is asked for at the start. All values are texts.'),
  permissions: () => l10n.t('What the token of the run may do: read, write or none.'),
  concurrency: () => l10n.t('How many runs go on at once, and whether a newer one ends an older one.'),
};

export const meaningOf = (key: string): string | undefined =>
  Object.hasOwn(meanings, key) ? meanings[key]?.() : undefined;

export const doubts: Readonly<Record<WorkflowDoubt, () => string>> = {
  onIsNoMap: () => l10n.t('“on” must be a map of events, such as “push: {}”.'),
  stagesAreNoMap: () => l10n.t('“stages” must be a map: each stage has an id.'),
  noJobs: () => l10n.t('The workflow has neither “stages” nor “jobs”.'),
  noName: () => l10n.t('Each job and step needs a “name”.'),
  name: () => l10n.t('A name has at most 128 letters, digits, Chinese characters, spaces and -_,;:./().'),
  manySteps: () => l10n.t('A job has at most 16 steps.'),
  runsOnIsNoList: () => l10n.t('“runs-on” must be a list, such as [ubuntu-latest, x64, small].'),
  pluginWithOwner: () => l10n.t('Plugins of this host have no owner: write “checkout”, not “actions/checkout@v4”.'),
  bareCondition: () => l10n.t('Write the condition as an expression, such as ${{ always() }}.'),
  pullRequestType: () => l10n.t('The types of pull_request are open, reopen, update and merge.'),
  inputWithoutType: () =>
    l10n.t('An input needs “type: string”: without a type the workflow cannot be started by hand.'),
  pathsTwice: () => l10n.t('“paths” and “paths-ignore” do not go together.'),
  workflowInStep: () => l10n.t('Only a job can use a workflow, not a step.'),
  foreignContext: () => l10n.t('The context of this host is “atomgit”: it has neither “github” nor “vars”.'),
  foreignKey: () => l10n.t('This host does not have this key.'),
  runWithColon: () => l10n.t('A command with a colon needs “run: |” and a line of its own.'),
};
