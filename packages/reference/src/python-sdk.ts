import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { blocks, codeSpan, fencedCode, sentence, table } from './markdown.ts';
import type { GenerateContext, GeneratedPage, ReferencePart } from './part.ts';
import { readYamlFile } from './yaml-file.ts';
import type { YamlFile } from './yaml-file.ts';

/** Pages of the Python library's reference, `/docs/python-sdk/{builder,clients,models}`. */
export const pythonSdk: ReferencePart<YamlFile<PythonPage>[]> = {
  async read({ dir, projectRoot }) {
    const folder = join(dir, 'python-sdk');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.yaml')).toSorted();
    const found = await Promise.all(names.map((name) => readYamlFile(join(folder, name), projectRoot, pythonPageSchema)));
    return {
      catalog: found.flatMap((one) => ('read' in one ? [one.read] : [])),
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

/** Shape of `catalog/python-sdk/{page}.yaml`: a page of the Python library's reference. */

const text = z.string().min(1, 'must not be empty');

const memberSchema = z.strictObject({
  /** As imported or called: `make_dataset_urn`, `DatahubRestEmitter.emit`. */
  name: z.string().regex(/^[A-Za-z_][\w.]*$/, 'must be a name of Python'),
  /** What stands between the parentheses; left out for what is not called. */
  parameters: z.string().optional(),
  /** Type or kind of what comes back. */
  returns: text.optional(),
  description: text,
});

export const pythonPageSchema = z.strictObject({
  title: text,
  /** One sentence for search results. */
  description: text,
  position: z.number().int(),
  /** Markdown before the first module. */
  introduction: text,
  modules: z
    .array(
      z.strictObject({
        /** As imported: `datahub.emitter.mce_builder`. */
        module: z.string().regex(/^[a-z_]+(\.[a-z_]+)*$/, 'must be a dotted name in lower case'),
        description: text,
        members: z.array(memberSchema).min(1, 'must name at least one member'),
        /** A program that uses the members, as Python. */
        example: text.optional(),
      }),
    )
    .min(1, 'must name at least one module'),
});

export type PythonPage = z.output<typeof pythonPageSchema>;
