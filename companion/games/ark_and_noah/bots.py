from companion.core.bots import random_bot as greedy_bot
