export const NO_WRITES_OF_REPLICAS =
  'This service is one of several over the same registry (--replica), so a skill in its folder would be missing elsewhere. Start the services with --submit-to <address of the Git repository>: then each skill becomes a branch.';
