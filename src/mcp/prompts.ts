import { ProtocolError, ProtocolErrorCode, type McpServer, type Prompt } from '@modelcontextprotocol/server';

interface OfferedPrompt {
  readonly prompt: Prompt;
  readonly text: string;
}

const givenArguments = [
  { name: 'repository', description: 'owner/repo' },
  { name: 'request', description: 'What exactly, for example a number' },
];

/** Offers `skills`, each the text of a SKILL.md, as prompts that a user starts. */
export function offerPrompts({ server }: McpServer, skills: readonly string[]): void {
  const offered = skills.map(promptOf);
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler('prompts/list', () => ({ prompts: offered.map(({ prompt }) => prompt) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const found = offered.find(({ prompt }) => prompt.name === name);
    if (found === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt with this name.');
    const values = givenArguments.flatMap((one) => given[one.name]?.trim() || []);
    const text = [values.join(': '), found.text].filter((part) => part !== '').join('\n\n');
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

/** The description is for a user: without the words by which a model finds the skill. */
function promptOf(skill: string): OfferedPrompt {
  const [, name = '', found = '', text = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\s+([^]*)$/.exec(skill) ?? [];
  const [description] = found.split(' Use for ', 1);
  const title = /^# (.*)/.exec(text)?.[1] ?? name;
  return { prompt: { name, title, description, arguments: givenArguments }, text };
}
