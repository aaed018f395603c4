import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { pageAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import type { CiReport } from '../../../domain/runs/pullRequestRuns.ts';
import { stateOf } from '../../../domain/runs/runState.ts';
import { runsPage, type RunPlace } from '../../../domain/runs/runs.ts';
import { runName, stateWord } from '../../kit/rows/runTexts.ts';
import { laterRequest, type Section } from '../../pages/content.ts';
import type { SharedRecord } from '../../pages/conversation/recordParts.ts';
import { ago, button, externalLink, link, rowList } from '../../pages/widgets.ts';
import { ageText, pipelineName, type CiRowParts } from './ciRows.ts';

/** What each CI says; left out where there is none. */
export function ciSection(
  record: SharedRecord<PullRequest>,
  name: RepositoryName,
  { loadPullRequestRuns: load }: CiRowParts,
): Section {
  return {
    id: 'ci',
    title: 'CI',
    aside: true,
    load: async (turn) => {
      const pull = await record.get();
      if (pull?.state !== 'open') return;
      const place = { connection: turn.connection, name };
      const reports = await (await load()).of(place, pull, laterRequest(turn));
      const rows = reports.map((report) => ciRow(place, report));
      if (rows.length > 0) turn.show(rowList(rows, ''));
    },
  };
}

function ciRow(place: RunPlace, { about, run, pipeline }: CiReport): Html {
  const { status } = run ?? pipeline;
  const state = html`<span class="quiet">${[stateWord(status), ageText(about)].filter(Boolean).join(' · ')}</span>`;
  if (run === undefined) {
    const label = externalLink(pageAddressOrNone(pipeline.web_url), html`<bdi>${pipelineName(pipeline)}</bdi>`);
    const from = html`<span class="quiet">${l10n.t('older pipeline')}</span>`;
    return html`<li><p>${label} ${state} ${from} ${ago(pipeline.created_at)}</p></li>`;
  }
  const { workflow_run_id: id } = run;
  const target = { href: runsPage(place, id), action: { action: 'run', run: id } };
  const isFailed = stateOf(status) === 'failed';
  const step = { action: 'failedStep', run: id, key: `failedStep-${id}` };
  const tools = isFailed ? html`<p class="tools">${button(step, l10n.t('Show Failed Step'), 'quiet')}</p>` : undefined;
  return html`<li>
    <p>${link(target, html`<bdi>${runName(run)}</bdi>`)} ${state} ${ago(run.start_time)}</p>
    ${tools}
  </li>`;
}
