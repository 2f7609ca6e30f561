import { sitePhotos } from '../../content/site-photos.ts';
import './photo.css';

/** A name in fotos/, and its full size and available widths from content/photos.json. */
type Picture = {
  name: string;
  shape: { width: number; height: number; files: readonly { width: number }[] };
};

type PhotoProps = Picture & {
  /** Empty for a decorative picture; a photo of the centre's own has its own. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Another picture where the media query matches. */
  instead?: Picture & { media: string };
  className?: string;
};

/** Names of the pictures that are drawings; scripts/photos.mjs finds them for vite.config.ts. */
declare const DRAWINGS: readonly string[];

/** A responsive picture: the centre's own photo where it has published one; else a drawing as SVG, a photograph as AVIF, and as WebP for browsers without AVIF. */
export function Photo({ instead, alt, sizes, className = '', ...picture }: PhotoProps) {
  const { width, height } = picture.shape;
  const all = [...(instead ? sourcesOf(instead, sizes) : []), ...sourcesOf(picture, sizes)];
  const last = all.pop();

  return (
    <picture className={`photo photo--${picture.name} ${className}`}>
      {all.map((source) => (
        <source key={source.srcSet} {...source} />
      ))}
      <img
        className="photo__image"
        src={last?.srcSet.split(' ')[0]}
        srcSet={last?.srcSet.includes(' ') ? last.srcSet : undefined}
        sizes={sizes}
        width={width}
        height={height}
        alt={sitePhotos[picture.name]?.alt ?? alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** The files of scripts/photos.mjs, the best first, or of the centre's own photo. */
function sourcesOf({ name, shape, media }: Picture & { media?: string }, sizes: string) {
  const own = Object.entries(sitePhotos[name]?.files ?? {});
  const [[, file = ''] = []] = own;
  const common = { media, sizes, width: shape.width, height: shape.height };
  const source = (type: string, srcSet: string) => ({ ...common, type: `image/${type}`, srcSet });
  if (file) return [source(file.endsWith('webp') ? 'webp' : 'jpeg', srcSetOf(own))];
  if (DRAWINGS.includes(name)) return [source('svg+xml', `/fotos/${name}.svg`)];
  return ['avif', 'webp'].map((format) =>
    source(format, srcSetOf(shape.files.map(({ width }) => [width, `${name}-${width}.${format}`]))),
  );
}

const srcSetOf = (files: readonly (readonly [width: number | string, file: string])[]) =>
  files.map(([width, file]) => `/fotos/${file} ${width}w`).join(', ');
