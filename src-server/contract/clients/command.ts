export const COMMAND_NAME = 'skills-registry';
