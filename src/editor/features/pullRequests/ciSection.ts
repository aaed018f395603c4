import type { HostPlace } from '../../../domain/hosts/connections.ts';
import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { pageAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import { noteReports, type CiReport } from '../../../domain/runs/ciReports.ts';
import { stateOf } from '../../../domain/runs/runState.ts';
import { runsPage } from '../../../domain/runs/runs.ts';
import { ageText, ciParts, stateWord } from '../../kit/rows/runTexts.ts';
import { laterRequest, type Section } from '../../pages/content.ts';
import type { PageTalk } from '../../pages/conversation/pageTalk.ts';
import type { SharedRecord } from '../../pages/conversation/recordParts.ts';
import { ago, button, externalLink, link, rowList } from '../../pages/widgets.ts';
import type { CiRowParts } from './ciRows.ts';

/** What each CI says; left out where there is none. The notes of robots follow when the conversation is read. */
export function ciSection(
  record: SharedRecord<PullRequest>,
  name: RepositoryName,
  { loadCi: load }: CiRowParts,
  talk: Pick<PageTalk, 'listed'>,
): Section {
  return record.aside('ci', 'CI', async (pull, turn) => {
    if (pull.state !== 'open') return undefined;
    const place = { connection: turn.connection, name };
    const list = (all: readonly CiReport[]): Html | undefined =>
      all.length === 0
        ? undefined
        : rowList(
            all.map((report) => ciRow(place, report)),
            '',
          );
    const reports = await (await load()).of(place, pull, laterRequest(turn));
    const first = list(reports);
    if (first !== undefined) turn.show(first);
    const notes = noteReports(await talk.listed(), pull.head.sha);
    return notes.length === 0 ? undefined : list([...reports, ...notes]);
  });
}

function ciRow(place: HostPlace, report: CiReport): Html {
  const { run, pipeline } = report;
  const { name, status, source, time } = ciParts(report);
  const about = [stateWord(status), ageText(report), source].filter(Boolean).join(' · ');
  const state = html`<span class="quiet">${about}</span>`;
  const title = html`<bdi>${name}</bdi>`;
  if (run === undefined) {
    const label = pipeline === undefined ? title : externalLink(pageAddressOrNone(pipeline.web_url), title);
    return html`<li><p>${label} ${state} ${ago(time)}</p></li>`;
  }
  const { workflow_run_id: id } = run;
  const target = { href: runsPage(place, id), action: { action: 'run', run: id } };
  const step = { action: 'failedStep', run: id, key: `failedStep-${id}` };
  const isFailed = stateOf(status) === 'failed';
  const tools = isFailed ? html`<p class="tools">${button(step, l10n.t('Show Failed Step'), 'quiet')}</p>` : undefined;
  return html`<li>
    <p>${link(target, title)} ${state} ${ago(time)}</p>
    ${tools}
  </li>`;
}
