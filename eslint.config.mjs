import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What may stand in one place only; each entry names the file that may. */
const onlyIn = {
  'src/editor/kit/commands/register.ts': {
    selector: "MemberExpression[property.name='registerCommand']",
    message: 'Commands are declared as data and registered in editor/kit/commands/register.ts.',
  },
  'src/extension.ts': {
    selector: 'ImportExpression',
    message: 'Code is loaded after the activation in extension.ts only: list it in an onDemand.ts.',
  },
  'src/editor/kit/settings.ts': {
    selector: "MemberExpression[property.name='getConfiguration']",
    message: 'Settings are read through editor/kit/settings.ts.',
  },
  'src/editor/kit/messages/markdown.ts': {
    selector:
      "NewExpression[callee.name='MarkdownString'], MemberExpression[property.name=/^(appendMarkdown|appendText|isTrusted|supportHtml|supportThemeIcons)$/]",
    message: 'Markdown of the editor is written with the template of editor/kit/messages/markdown.ts.',
  },
  'src/api/contract/reply.ts': {
    selector:
      "CallExpression[callee.object.name='JSON'][callee.property.name='parse'], CallExpression[callee.property.name='json']",
    message: 'Replies are decoded in api/contract/reply.ts; stored text is read with core/text.ts parseJson.',
  },
  'src/editor/kit/messages/show.ts': {
    selector:
      "MemberExpression[object.name='window'][property.name=/^(show(ErrorMessage|WarningMessage|InformationMessage|QuickPick|InputBox|OpenDialog|SaveDialog)|withProgress|create(QuickPick|InputBox|StatusBarItem)|setStatusBarMessage)$/]",
    message:
      'Texts get onto the screen through editor/kit/messages/show.ts, which takes hidden characters out of them.',
  },
};

const always = [
  { selector: 'Program > VariableDeclaration[kind="let"]', message: 'No module-level state.' },
  { selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]', message: 'No module-level state.' },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
];

/** The files that list what the bundle has in the file of the first use. */
const onDemand = 'src/**/onDemand.ts';
const noBarrels = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels: import a thing from where it is.',
};

/** Files besides the named one that share a privilege. */
const also = {
  'src/api/contract/reply.ts': ['src/core/text.ts'],
};

const syntaxRule = (files) => [
  'error',
  ...always,
  ...(files.includes(onDemand) ? [] : [noBarrels]),
  ...Object.entries(onlyIn)
    .filter(([home]) => !files.includes(home) && !files.some((file) => (also[home] ?? []).includes(file)))
    .map(([, rule]) => rule),
];

const privileged = [...new Set([onDemand, ...Object.keys(onlyIn), ...Object.values(also).flat()])];

export default defineConfig(
  globalIgnores(['dist', 'out', 'coverage', '.cache', 'media']),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ['*.mjs', 'scripts/*.mjs', '.dependency-cruiser.mjs', 'test/editor/index.cjs'],
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      // A reader holds a file and a function in the head.
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
      'no-console': 'error',
      'no-restricted-syntax': syntaxRule([]),
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  ...privileged.map((file) => ({ files: [file], rules: { 'no-restricted-syntax': syntaxRule([file]) } })),
  {
    files: ['src/core/**', 'src/api/**', 'src/domain/**', 'src/tools/**'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'process', 'require', '__dirname', 'setImmediate'] },
  },
  {
    // The decoder is where unknown becomes typed.
    files: [
      'src/api/contract/field.ts',
      'src/editor/kit/command.ts',
      'src/api/contract/endpoint.ts',
      'src/api/http/request.ts',
      'src/api/client/client.ts',
      'src/api/record/decode.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }] },
  },
  {
    files: ['test/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name=/^(describe|it)$/][property.name='only']",
          message: 'A committed `.only` leaves out all other tests.',
        },
      ],
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['describe', 'it'], package: 'mocha' }] },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { exports: 'readonly' } },
  },
);
