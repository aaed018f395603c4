// The rules with types that oxlint lacks (.oxlintrc.json has all others). They take minutes: npm run release:check.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(globalIgnores(['dist', 'out', 'coverage', '.cache', 'media', '**/*.{mjs,cjs}']), {
  files: ['**/*.ts'],
  plugins: { '@typescript-eslint': tseslint.plugin },
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
  // The directives are for oxlint, which reports those without use.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  rules: {
    '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
    '@typescript-eslint/no-unsafe-enum-assignment': 'error',
  },
});
