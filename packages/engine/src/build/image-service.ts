import type { SiteConfig } from '#config/schema.ts';
import type { CompileServices } from '#content/transform/context.ts';
import { withBase } from '#model/url.ts';

const FOLDER = '/assets/images/';

/** The images of a site as the transforms ask for them. The pipeline and its encoder are loaded with the first image. */
export function createImageService({ config, cacheDir }: { config: SiteConfig; cacheDir: string }): CompileServices['image'] {
  const { widths, quality } = config.image;
  const loading = async () => {
    const { createImagePipeline } = await import('#content/images/image-pipeline.ts');
    return createImagePipeline({ cacheDir, widths, quality, publicPath: withBase(config.baseUrl, FOLDER) });
  };
  let pipeline: ReturnType<typeof loading> | null = null;
  return async (absolute) => {
    try {
      const { src, srcset, sizes, width, height, variants } = await (await (pipeline ??= loading())).process(absolute);
      const assets = variants.map((variant) => ({ absolute: variant.absolute, path: FOLDER + variant.name }));
      return { src, srcset, sizes, width, height, assets };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
}
