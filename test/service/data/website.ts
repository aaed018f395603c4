import type { SeedStep } from '../git/fastImport.ts';
import { logo } from './png.ts';

type Author = { readonly name: string; readonly email: string };

const day = 86_400;
const start = 1_767_600_000;

export const readme = `# Website

The pages of a small product, and how they are made.

![Logo](assets/logo.png)

## Get started

1. \`npm install\`
2. \`npm run build\`
3. Open [the start page](src/index.html), or read [the guide](docs/guide.md#build).

| folder | what |
|---|---|
| [src](src) | pages, styles and scripts |
| [docs](docs) | for people who work on it |

> 中文说明见 [docs/指南.md](docs/指南.md)。

- [x] start page
- [ ] search

<script>alert('not to be run')</script>
`;

const page = (title: string, text: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>${title}</title>\n  <link rel="stylesheet" href="style.css">\n</head>\n<body>\n  <h1>${title}</h1>\n  <p>${text}</p>\n  <script type="module" src="main.ts"></script>\n</body>\n</html>\n`;

const main = (features: readonly string[]): string =>
  `${features.map((one) => `import { ${one} } from './${one}.ts';`).join('\n')}\n\nfor (const start of [${features.join(', ')}]) start(document);\n`;

const feature = (name: string): string =>
  `/** Starts ${name} on a page. */\nexport function ${name}(page: Document): void {\n  const places = page.querySelectorAll('[data-${name}]');\n  for (const place of places) place.classList.add('${name}-ready');\n}\n`;

const bug = `name: Bug\nabout: Something is wrong\nlabels: [bug]\n`;

const wish = `name: Wish
description: Something new
title: "Wish: "
labels: [enhancement]
body:
- type: textarea
  attributes: { label: What for, description: Who needs it, and when? }
  validations: { required: true }
- type: dropdown
  attributes: { label: Where, options: [Pages, Search, Build] }
  validations: { required: true }
- type: checkboxes
  attributes: { label: Before, options: [{ label: I looked for the same wish, required: true }] }
`;

/** A website's history: a few months, several people, branches with slashes, light and annotated tags. */
export function websiteHistory(alice: Author, bob: Author, ming: Author): SeedStep[] {
  let time = start;
  const later = (days: number): number => (time += days * day);
  const features = ['menu', 'theme', 'search', 'gallery', 'contact', 'share', 'print', 'outline'];
  const steps: SeedStep[] = [
    {
      branch: 'main',
      message: 'Begin the website\n',
      author: alice,
      time,
      files: {
        'README.md': readme,
        LICENSE: 'MIT License\n\nCopyright Acme\n',
        '.gitignore': 'node_modules/\ndist/\n',
        'package.json':
          '{\n  "name": "website",\n  "version": "1.0.0",\n  "scripts": { "build": "node build.mjs" }\n}\n',
        'build.mjs': "console.log('built');\n",
        'assets/logo.png': logo(128),
        'src/index.html': page('Website', 'Welcome.'),
        'src/style.css': 'body { font: 16px/1.5 system-ui; }\n',
        'src/main.ts': main([]),
        'docs/guide.md':
          '# Guide\n\n## Build\n\nRun `npm run build`.\n\n## Pages\n\nSee [the start page](../src/index.html).\n',
        'docs/指南.md': '# 指南\n\n运行 `npm run build`。\n',
        '.gitcode/ISSUE_TEMPLATE/bug.md': `---\n${bug}---\n\n## What happens\n\n## What should happen\n\n## Steps\n\n1. \n`,
        '.gitcode/ISSUE_TEMPLATE/feature.yml': wish,
        '.gitcode/ISSUE_TEMPLATE/问题反馈.md':
          '---\nname: 问题反馈\nabout: 报告问题\n---\n\n## 问题描述\n\n## 复现步骤\n',
      },
    },
  ];
  features.forEach((name, at) => {
    const author = [alice, bob, ming][at % 3] ?? alice;
    const known = features.slice(0, at + 1);
    steps.push({
      branch: 'main',
      message: at % 3 === 2 ? `新增 ${name}\n` : `Add ${name}\n\nStarted from the main script.\n`,
      author,
      time: later(6),
      files: {
        [`src/${name}.ts`]: feature(name),
        'src/main.ts': main(known),
        [`src/${name}.css`]: `.${name}-ready { opacity: 1; }\n`,
      },
    });
    if (name === 'search') steps.push({ tag: 'v1.0', at: 'main' });
    if (name === 'contact')
      steps.push({ tag: 'v1.1', at: 'main', message: 'Version 1.1\n\nGallery and contact.\n', author: alice, time });
  });
  steps.push(
    { tag: 'release/2.0-beta', at: 'main', message: 'Beta of 2.0\n', author: bob, time },
    { newBranch: 'release/1.0', at: 'main' },
    { newBranch: 'develop', at: 'main' },
    {
      branch: 'develop',
      message: 'Try a darker theme\n',
      author: bob,
      time: later(3),
      files: { 'src/style.css': 'body { font: 16px/1.5 system-ui; background: #111; color: #eee; }\n' },
    },
    {
      branch: 'feature/login',
      from: 'main',
      message: 'Begin the login page\n',
      author: alice,
      time: later(2),
      files: { 'src/login.html': page('Login', 'Who are you?'), 'src/login.ts': feature('login'), 'build.mjs': null },
    },
    {
      branch: 'feature/日志',
      from: 'main',
      message: '开始日志页面\n',
      author: ming,
      time: later(1),
      files: { 'src/日志.html': page('日志', '每天一篇。') },
    },
    {
      branch: 'fix/42-a+b%c#d',
      from: 'main',
      message: 'A branch with an odd name\n',
      author: bob,
      time: later(1),
      files: { 'docs/fix.md': '# Fix\n' },
    },
    {
      branch: 'main',
      message: 'Say what is done\n',
      author: alice,
      time: later(4),
      files: { 'README.md': readme.replace('- [ ] search', '- [x] search') },
    },
  );
  return steps;
}

/** A short history for the many repositories that are only listed. */
export function plainHistory(name: string, author: Author, extension = 'ts'): SeedStep[] {
  const file = extension === 'go' ? 'package main\n\nfunc main() {}\n' : `export const name = '${name}';\n`;
  return [
    {
      branch: 'main',
      message: 'Begin\n',
      author,
      time: start,
      files: { 'README.md': `# ${name}\n\nA sample repository.\n`, [`src/index.${extension}`]: file },
    },
    { branch: 'main', message: 'Add notes\n', author, time: start + 9 * day, files: { 'docs/notes.md': '# Notes\n' } },
    { tag: 'v0.1.0', at: 'main' },
  ];
}
