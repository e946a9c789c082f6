import { LinkButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { InitCommand } from '../../frame/init-command.tsx';
import { hasService } from '../../host.ts';
import { useService } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';
import { useUnserved } from './use-unserved.ts';

export function EmptyRegistry() {
  const folder = useService((service) => service.folder);
  const drafts = useUnserved();
  if (!hasService)
    return (
      <Sheet whole>
        <Empty whole title="This registry has no skill yet." />
      </Sheet>
    );
  return (
    <Sheet whole>
      <Empty
        whole
        title={drafts === 0 ? 'The registry serves no skill yet.' : 'No skill is written yet.'}
        actions={
          <>
            {desktop !== undefined && (
              <LinkButton look="main" href="#/registry">
                Choose another folder
              </LinkButton>
            )}
            <LinkButton href="#/problems">See its problems</LinkButton>
          </>
        }
      >
        <UnwrittenDrafts count={drafts} />
        <p>
          Put one at <code>skills/&lt;language&gt;/&lt;author&gt;/&lt;name&gt;/</code>, or start one in a
          terminal. It appears here as soon as you save it.
        </p>
        <p>
          <InitCommand folder={folder} />
        </p>
      </Empty>
    </Sheet>
  );
}

function UnwrittenDrafts({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p>
      {plural(count, 'draft')} {count === 1 ? 'is' : 'are'} not served until the last text is written.{' '}
      <a className="link" href="#/problems">
        See what is left to write
      </a>
      .
    </p>
  );
}
