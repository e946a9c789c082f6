import { skillPath } from '../../api/api-client.ts';
import { CommandLine } from '../../components/command-line.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { useProof } from '../../connect/use-proof.ts';
import { useService } from '../../stores/use-stores.tsx';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import styles from './connect.module.css';
import { Way } from './way.tsx';

export function EverythingElse() {
  const address = useService((service) => service.address);
  const alive = useService(({ phase }) => phase === 'serving');
  const proof = useProof();
  if (address === undefined) return null;
  const shell = ownShell(navigator);
  return (
    <section className={styles.else} aria-labelledby="else-title">
      <header>
        <h2 id="else-title">Everything else speaks HTTP</h2>
        <WebLink url={`${address}/openapi.json`}>What it answers (OpenAPI)</WebLink>
      </header>
      <p className={styles.address}>
        <span className="mono" data-dead={!alive || undefined}>
          {address}
        </span>
        <CopyButton
          text={address}
          said="Copied the address"
          label="Copy the address"
          iconOnly
          size="small"
          look="bare"
        />
      </p>
      <Way title="Find by a question">
        <CommandLine
          line={curlLine(address, '/v1/find?q=deadlock', shell)}
          label="Copy: find by a question"
        />
      </Way>
      {proof !== undefined && (
        <Way title="Read one file">
          <CommandLine
            line={curlLine(address, `${skillPath(proof.key)}/${proof.prompt.file}`, shell)}
            label="Copy: read one file"
          />
        </Way>
      )}
      <Way title="List all skills">
        <CommandLine line={curlLine(address, '/v1/skills', shell)} label="Copy: list all skills" />
      </Way>
    </section>
  );
}
