import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { MarkdownString, window, type StatusBarItem } from 'vscode';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { createApi } from '../../../src/api/client/client.ts';
import { Emitter } from '../../../src/core/emitter.ts';
import { silent } from '../../../src/core/log.ts';
import type { DelayedRequests } from '../../../src/domain/session/sessionConnections.ts';
import { WaitingRequests, type DelayedRequestsSource } from '../../../src/editor/kit/waitingRequests.ts';
import { LimitStatus } from '../../../src/editor/features/hosts/limitStatus.ts';
import { FakeFetch } from '../../kit/fakeFetch.ts';
import { rejection } from '../../kit/rejection.ts';
import { until } from '../../kit/until.ts';

const host = {
  id: 'gitcode',
  name: 'GitCode',
  apiUrl: 'https://api.test',
  authUrl: 'https://api.test',
  webUrl: 'https://api.test',
  clientId: undefined,
  scopes: [],
  redirectUri: undefined,
  requestsPerMinute: undefined,
};

/** The status bar, with one account whose limit is `perMinute`. */
class Scene implements DelayedRequestsSource {
  readonly budget: Budget;
  readonly net = new FakeFetch(() => ({ body: { login: 'me' } }));
  readonly api;
  readonly shown: Pick<StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation' | 'command'> & {
    isShown: boolean;
    texts: string[];
  };
  readonly waiting: WaitingRequests;
  readonly #changed = new Emitter<void>();
  readonly onDidChangeDelayedRequests = this.#changed.event;
  readonly #status: LimitStatus;

  constructor(perMinute: number, minute?: number) {
    this.budget = new Budget(perMinute, undefined, minute);
    this.budget.onDidChange(() => this.#changed.fire());
    const credentials = { token: () => Promise.resolve('a-token'), renew: () => Promise.resolve(undefined) };
    this.api = createApi({ ...host, fetch: this.net.fetch, credentials, budget: this.budget, log: silent });
    const item = {
      text: '',
      tooltip: undefined,
      accessibilityInformation: undefined,
      command: undefined,
      isShown: false,
      texts: [] as string[],
      show() {
        this.isShown = true;
        this.texts.push(this.text);
      },
      hide() {
        this.isShown = false;
      },
      dispose() {},
    };
    this.shown = item;
    const { createStatusBarItem } = window;
    Object.assign(window, { createStatusBarItem: () => item });
    this.waiting = new WaitingRequests(this);
    this.#status = new LimitStatus(this.waiting);
    Object.assign(window, { createStatusBarItem });
  }

  delayedRequests(): readonly DelayedRequests[] {
    const { state, perMinute } = this.budget;
    const one = { ...state, host, perMinute, cancel: () => this.budget.cancelWaiting() };
    return state.waiting.length === 0 ? [] : [one];
  }

  /** The lines of the tooltip as visible text. */
  get lines(): readonly string[] {
    const { tooltip } = this.shown;
    assert.ok(tooltip instanceof MarkdownString);
    return tooltip.value
      .split('\n\n')
      .map((line) => line.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
  }

  close(): void {
    this.#status.dispose();
    this.waiting.dispose();
  }
}

describe('the status bar item of the request limit', () => {
  let scene: Scene;
  afterEach(() => scene.close());

  it('shows the waiting requests and a countdown, and disappears when they are cancelled', async () => {
    scene = new Scene(1);
    await scene.api.users.self({});
    const waiting = [scene.api.users.self({}), scene.api.users.self({}), scene.api.users.emails({})];
    const ends = waiting.map((one) => rejection(one, 'cancelled'));
    await until(() => scene.shown.isShown);
    assert.match(scene.shown.text, /^\$\(watch\) Waiting for the limit of GitCode \((59|60) s\)$/);
    assert.equal(scene.shown.accessibilityInformation?.label, 'Waiting for the limit of GitCode');
    assert.equal(scene.shown.command, 'sourcehost.limit.show');
    await until(() => new Set(scene.shown.texts).size > 1);
    assert.deepEqual(scene.lines, [
      'Limit of GitCode: 1 requests a minute (setting sourcehost.requestsPerMinute).',
      '2 × GET /api/v5/user',
      '1 × GET /api/v5/emails',
      'Click to cancel these requests or to change the limit.',
    ]);
    scene.waiting.cancel();
    await Promise.all(ends);
    assert.equal(scene.shown.isShown, false);
    assert.equal(scene.net.sent.length, 1);
  });

  it('shows that git waits because the host refused it, with a countdown, and cancels the wait', async () => {
    scene = new Scene(0);
    const { promise: ended, reject } = Promise.withResolvers<undefined>();
    const cancel = (): void => reject(new Error('cancelled'));
    scene.waiting.addGitWait(host, { milliseconds: 15_000, cancel, ended });
    assert.match(scene.shown.text, /^\$\(watch\) GitCode is busy: git waits \(15 s\)$/);
    assert.equal(scene.shown.accessibilityInformation?.label, 'GitCode is busy: git waits');
    assert.equal(scene.lines[0], 'GitCode refused git for a moment. Git tries again on its own.');
    await until(() => new Set(scene.shown.texts).size > 1);
    scene.waiting.cancel();
    await until(() => !scene.shown.isShown);
  });

  it('stays hidden during a short wait and during background requests', async () => {
    scene = new Scene(1, 700);
    await scene.api.users.self({});
    await scene.api.users.self({});
    scene.close();
    scene = new Scene(1);
    await scene.api.users.self({});
    const background = rejection(
      scene.api.users.self({}, { priority: 'background', signal: AbortSignal.timeout(1_500) }),
    );
    await background;
    await pause(0);
    assert.deepEqual(scene.shown.texts, []);
  });
});
