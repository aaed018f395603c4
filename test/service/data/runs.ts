import { addSamples, start, type Cause } from '../ci/engine.ts';
import { fullName, type Repository, type State } from '../state.ts';

const path = '.gitcode/workflows/checks.yml';

const workflow = (fails: boolean, seconds: number): string => `name: Checks
on:
  push: {}
  pull_request: {}
  workflow_dispatch:
    inputs:
      environment: { type: string, default: staging }
stages:
  prepare:
    name: Prepare
    fail_fast: true
    jobs:
      install:
        name: Install
        runs-on: [ubuntu-latest, x64, small]
        steps:
          - name: Checkout
            uses: checkout
          - name: Install packages
            run: |
              echo added 214 packages
              sleep ${seconds}
  test:
    name: Test
    fail_fast: true
    jobs:
      unit:
        name: Unit tests
        runs-on: [ubuntu-latest, x64, small]
        steps:
          - name: Checkout
            uses: checkout
          - name: 单元测试
            run: |
              seq 120
              echo \\e[32m✔\\e[0m starts the menu on a page
              echo 50 %\\r100 %
              ${fails ? "echo \\e[31m✘\\e[0m src/login.ts:3: expected 'login-ready'" : 'echo all tests passed'}
              ${fails ? 'exit 1' : 'exit 0'}
          - name: Keep coverage
            uses: upload-artifact
            with: { name: coverage, path: package.json }
  package:
    name: Package
    jobs:
      build:
        name: Build
        runs-on: [ubuntu-latest, x64, small]
        steps:
          - name: Build
            run: echo built
`;

/** The website has a passed run of its main branch, a failed one of !41, and one that goes on for ten minutes. */
export const addRuns = (state: State, website: Repository): void =>
  addSamples(website, async (ci) => {
    ci.samples.set(path, workflow(false, 2));
    const { branches } = await (await website.git()).refs();
    const add = async (branch: string, text: string, minutes: number, pull?: number): Promise<void> => {
      const about = { branch, sha: branches.get(branch) ?? '', actor: 'alice' };
      const cause: Cause =
        pull === undefined
          ? { ...about, event: 'Push', title: 'Say what is done' }
          : { ...about, event: 'MR', title: 'Begin the login page', pull };
      await start(state, website, ci, { path, text, cause, ago: minutes * 60_000 });
    };
    await add('main', workflow(false, 2), 50);
    await add('feature/login', workflow(true, 3), 20, 41);
    await add('develop', workflow(false, 660), 1);
    const detail = JSON.stringify({ hook_id: '7', pipeline_host: 'https://pipeline.invalid' });
    ci.pipelines.set(41, [
      {
        id: 505,
        web_url: `https://ci.invalid/${fullName(website)}/505`,
        sha: branches.get('feature/login'),
        ref: 'feature/login',
        status: 'success',
        name: 'website_all',
        type: 'REPORT PIPELINE',
        pipeline_id: '473deffe318f08555cbc77b076c985c6',
        pipeline_run_id: '446189260f0475e5e63d4623bf520d94',
        pipeline_detail: detail,
        created_at: '2026-04-27T16:26:04.086+08:00',
        updated_at: '2026-04-27T16:39:29.818+08:00',
        user: { name: 'robot-ci', username: 'robot-ci' },
      },
    ]);
  });
