import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { YamlFile } from '../catalogue/read-yaml.ts';
import type { GenerateContext, GeneratedPage, ReferencePart } from '../contract.ts';
import { blocks, fencedCode, table } from '../markdown/blocks.ts';
import { codeSpan, sentence } from '../markdown/escape.ts';
import { pythonPageSchema } from '../schema/python-sdk.ts';
import type { PythonPage } from '../schema/python-sdk.ts';

/** Pages of the Python library's reference, `/docs/python-sdk/{builder,clients,models}`. */
export const pythonSdk: ReferencePart<YamlFile<PythonPage>[]> = {
  async read({ dir, projectRoot }) {
    const folder = join(dir, 'python-sdk');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.yaml')).toSorted();
    const found = await Promise.all(names.map((name) => readYamlFile(join(folder, name), projectRoot, pythonPageSchema)));
    return {
      catalogue: found.flatMap((one) => ('read' in one ? [one.read] : [])),
      problems: found.flatMap((one) => ('problems' in one ? one.problems : [])),
    };
  },
  generate: (pages, context) => pages.map((page) => pythonPage(page, context)),
};

function pythonPage({ data, file }: YamlFile<PythonPage>, { basePath }: GenerateContext): GeneratedPage {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.yaml$/, '');
  const id = `python-sdk/${name}`;
  return {
    id,
    source: `${id}.md`,
    path: `${basePath}/${id}`,
    title: data.title,
    sidebarLabel: data.title,
    sidebarPosition: data.position,
    description: data.description,
    keywords: ['python', 'sdk', 'acryl-datahub', ...data.modules.map((one) => one.module)],
    markdown: `${blocks(data.introduction, ...data.modules.map(modulePart))}\n`,
    file,
  };
}

function modulePart({ module, description, members, example }: PythonPage['modules'][number]): string {
  const rows = members.map((member) => {
    const call = member.parameters === undefined ? '' : `(${member.parameters})`;
    const returns = member.returns === undefined ? '' : ` → ${codeSpan(member.returns)}`;
    const anchor = member.name.toLowerCase();
    return [`<a id="${anchor}" href="#${anchor}">${codeSpan(member.name + call)}</a>${returns}`, sentence(member.description)];
  });
  return blocks(
    `## ${codeSpan(module)} {#${module}}`,
    sentence(description),
    table(['Name', 'What it does'], rows),
    example === undefined ? null : fencedCode('python', example),
  );
}
